// Tables: which are data, and what their parts are. https://www.w3.org/TR/html-aam-1.0/#el-table
//
//   isDataTable(table) -> false for one that only lays a page out

const GRID_ROLES = setOf('grid treegrid');

function tableRoleOf(part) {
  const table = part.closest('table');
  if (!table) return null;
  return roleOf(table);
}

function rowGroupRole(element) {
  return tableRoleOf(element) ? 'rowgroup' : '';
}

function rowRole(element) {
  return tableRoleOf(element) ? 'row' : '';
}

function cellRole(element) {
  const table = tableRoleOf(element);
  if (!table) return '';
  return GRID_ROLES.has(table) ? 'gridcell' : 'cell';
}

function headerRole(element) {
  if (!tableRoleOf(element)) return '';
  switch (element.getAttribute('scope')?.toLowerCase()) {
    case 'row': case 'rowgroup': return 'rowheader';
    case 'col': case 'colgroup': return 'columnheader';
    default:
  }
  const before = element.previousElementSibling, after = element.nextElementSibling;
  if (!before && !after) return 'columnheader';
  return before?.localName === 'td' || after?.localName === 'td' ? 'rowheader' : 'columnheader';
}

// Every cell asks for its table.
function isDataTable(table) {
  return kept(dataTables, table, judgeTable);
}

const DATA_MARKS = 'th,col,colgroup,td[headers],td[scope],td[abbr],[role=row],[role=columnheader],[role=rowheader]';

// Anything that only a data table would carry settles it; otherwise its shape and drawn borders do.
function judgeTable(table) {
  if (isPresentational(table)) return false;
  if (hasGlobalState(table) || table.hasAttribute('summary') || table.hasAttribute('rules')) return true;
  if (table.caption || table.tHead || table.tFoot || table.isContentEditable) return true;
  const marked = table.querySelector(DATA_MARKS);
  if (marked && marked.closest('table') === table) return true;
  const rows = table.rows;
  if (rows.length === 0) return false;
  let columns = 0;
  for (let i = 0; i < rows.length && i < 20; i++) columns = Math.max(columns, rows[i].cells.length);
  if (rows.length === 1 || columns <= 1) return false;
  if (table.querySelector('table')) return false;
  if (rows.length >= 20 || columns >= 5) return true;
  return table.border > 0 || hasDrawnCells(rows);
}

function hasDrawnCells(rows) {
  let drawn = 0, all = 0;
  for (let i = 0; i < rows.length && i < 20; i++) {
    for (const cell of rows[i].cells) {
      all++;
      const style = getComputedStyle(cell);
      if (style.borderTopStyle !== 'none' || style.borderLeftStyle !== 'none') drawn++;
      if (all >= 60) return drawn * 2 >= all;
    }
  }
  return drawn * 2 >= all;
}
