// A page as Markdown (https://spec.commonmark.org/0.31.2/, tables as GitHub has them): what a reader sees, with headings,
// lists, quotes, code, tables and links.
//
//   markdownOf(top, limit)  -> text, at least as long as the limit where there is that much
//
// One pass with a stack of nodes to open and works to do on the way out: pages may be very deep. In a cell of a table
// all is one line.

const WRAPS = { strong: '**', b: '**', em: '*', i: '*', del: '~~', s: '~~' };

function markdownOf(top, limit) {
  const page = new MarkdownPage();
  const stack = [top];
  while (stack.length && page.text.length < limit) {
    const node = stack.pop();
    if (typeof node === 'function') node();
    else if (node.nodeType === 3) page.say(node.data);
    else if (node.nodeType === 1 && !SILENT_TAGS.has(node.localName)) {
      const facts = factsOf(node);
      if (facts & (GONE | LOCKED)) continue;
      const leave = page.enter(node, facts);
      if (leave === null) continue;
      stack.push(leave);
      const children = visibleChildren(node);
      for (let i = children.length; i-- > 0;) if (children[i].nodeType !== 3 || !(facts & INVISIBLE)) stack.push(children[i]);
    }
  }
  page.endBlock();
  return page.text.trim();
}

class MarkdownPage {
  text = '';
  // The line that is being written, and what stands before each line of the block.
  line = '';
  before = '';
  beforeLast = '';
  // The mark of a list's item, for its first line.
  mark = '';
  lists = [];
  rows = null;
  // Items follow each other, and the lists in them, without a gap.
  tight = false;
  afterItem = false;

  say(text) {
    const said = text.replace(/\s+/g, ' ').replace(/[\\`*[\]<]/g, '\\$&');
    this.line += /\s$/.test(this.line) || this.line === '' ? said.trimStart() : said;
  }

  // Says the line that was written, as a block of its own.
  endBlock(lines = this.line.trim().replace(/(?<!\\)\\$/, '').split('\n')) {
    if (this.rows) {
      this.line = this.line === '' ? '' : `${this.line.trimEnd()} `;
      return;
    }
    this.line = '';
    if (lines.length === 1 && lines[0] === '') return;
    const gap = this.text === '' || this.tight ? '' : `${commonStart(this.before, this.beforeLast).trimEnd()}\n`;
    this.beforeLast = this.before;
    const first = this.mark === '' ? this.before : this.mark;
    this.mark = '';
    this.tight = this.afterItem = false;
    this.text += gap + lines.map((line, i) => `${i === 0 ? first : this.before}${line}`.trimEnd()).join('\n') + '\n';
  }

  // Opens an element; what is to be done when all in it was said, or null if nothing in it is to be.
  enter(element, facts) {
    const tag = element.localName;
    const inCell = this.rows !== null;
    if (!inCell && (/^h[1-6]$/.test(tag) || element.getAttribute('role') === 'heading')) return this.heading(headingLevel(element));
    switch (tag) {
      case 'br': if (this.line !== '') this.line = `${this.line.trimEnd()}${inCell ? ' ' : '\\\n'}`; return null;
      case 'hr': this.rule(); return null;
      case 'img': this.picture(element); return null;
      case 'svg': case 'object': case 'iframe': case 'canvas': this.say(nameOf(element)); return null;
      case 'pre': if (!inCell) return this.code(element); break;
      case 'code': case 'kbd': case 'samp': this.inlineCode(element.textContent); return null;
      case 'input': case 'textarea': case 'select': this.field(element); return null;
      case 'a': if (element.href && !/^(javascript|data|blob):/.test(element.href)) return this.link(element); break;
      case 'ul': case 'ol': if (!inCell) return this.list(tag === 'ol' ? element.start ?? 1 : 0); break;
      case 'li': if (!inCell) return this.item(); break;
      case 'blockquote': if (!inCell) return this.quote(); break;
      case 'table': if (!inCell && isTabular(element)) return this.table(); break;
      case 'caption': if (inCell) return this.captioned(); break;
      case 'tr': if (inCell) this.rows.push([]); break;
      case 'td': case 'th': if (this.rows?.length) return this.cell(element); break;
    }
    if (WRAPS[tag]) return this.wrap(WRAPS[tag], WRAPS[tag]);
    if (facts & (INLINE | CONTENTS)) return () => {};
    this.endBlock();
    return () => this.endBlock();
  }

  rule() {
    this.endBlock();
    this.endBlock(['---']);
  }

  heading(level) {
    this.endBlock();
    return () => this.endBlock(this.line.trim() === '' ? [''] : [`${'#'.repeat(Math.min(level, 6))} ${this.line.trim().replace(/\\?\n/g, ' ')}`]);
  }

  // Marks stand at the words, not at the white space around them.
  wrap(open, close) {
    const from = this.line.length;
    return () => {
      const inside = this.line.slice(from);
      const words = inside.trim();
      if (words === '' || this.line.length < from) return;
      const [start, end] = [inside.length - inside.trimStart().length, inside.trimEnd().length];
      this.line = this.line.slice(0, from) + inside.slice(0, start) + open + words + close + inside.slice(end);
    };
  }

  link(element) {
    const from = this.line.length;
    const wrap = this.wrap('[', `](${element.href.replace(/[()]/g, (one) => `%${one.charCodeAt(0).toString(16)}`)})`);
    return () => {
      if (this.line.slice(from).trim() === '') this.say(nameOf(element));
      wrap();
    };
  }

  picture(element) {
    if (!element.alt) return;
    const source = /^https?:/.test(element.currentSrc) ? element.currentSrc : '';
    this.line += `![${element.alt.replace(/[\\\]]/g, '\\$&')}](${source})`;
  }

  inlineCode(text) {
    const fence = '`'.repeat(longestRun(text) + 1);
    const code = text.replace(/\s+/g, ' ').trim();
    // A tick at an end would be taken for the fence's.
    const room = /^`|`$/.test(code) ? ' ' : '';
    if (code !== '') this.line += fence + room + code + room + fence;
  }

  code(element) {
    this.endBlock();
    const text = element.textContent.replace(/\n$/, '');
    const language = /\blang(?:uage)?-([\w+#-]+)/.exec(`${element.className} ${element.firstElementChild?.className ?? ''}`)?.[1] ?? '';
    const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
    this.endBlock([fence + language, ...text.split('\n'), fence]);
    return null;
  }

  field(element) {
    if (element.type === 'hidden') return;
    if (/\S$/.test(this.line)) this.line += ' ';
    if (element.type === 'checkbox' || element.type === 'radio') this.line += element.checked ? '[x] ' : '[ ] ';
    else if (isSecret(element)) this.say(element.value ? '••••' : '');
    else this.say(element.localName === 'select' ? Array.from(element.selectedOptions, (one) => one.label).join(', ') : element.value);
  }

  list(number) {
    this.endBlock();
    if (this.lists.length === 0) this.afterItem = false;
    this.lists.push(number);
    return () => {
      this.endBlock();
      this.lists.pop();
    };
  }

  item() {
    this.endBlock();
    const { before } = this;
    const number = this.lists.at(-1) ?? 0;
    if (number > 0) this.lists[this.lists.length - 1]++;
    const mark = number > 0 ? `${number}. ` : '- ';
    this.tight = this.afterItem || this.lists.length > 1;
    this.mark = before + mark;
    this.before = before + ' '.repeat(mark.length);
    return () => {
      this.endBlock();
      this.afterItem = true;
      this.mark = '';
      this.before = before;
    };
  }

  quote() {
    this.endBlock();
    const { before } = this;
    this.before += '> ';
    return () => {
      this.endBlock();
      this.before = before;
    };
  }

  table() {
    this.endBlock();
    this.rows = [];
    this.caption = '';
    return () => {
      const rows = this.rows.filter((row) => row.length);
      this.rows = null;
      this.line = '';
      const width = Math.max(...rows.map((row) => row.length));
      const line = (cells) => `| ${Array.from({ length: width }, (_, i) => cells[i] ?? '').join(' | ')} |`;
      this.endBlock([this.caption]);
      if (rows.length) this.endBlock([line(rows[0]), line(Array(width).fill('---')), ...rows.slice(1).map(line)]);
    };
  }

  captioned() {
    return () => {
      this.caption = this.line.trim();
      this.line = '';
    };
  }

  cell(element) {
    const outer = this.line;
    this.line = '';
    return () => {
      const row = this.rows.at(-1);
      row.push(this.line.replace(/\s+/g, ' ').trim().replace(/\|/g, '\\|'));
      for (let i = 1; i < Math.min(element.colSpan, 100); i++) row.push('');
      this.line = outer;
    };
  }
}

// Tables that only lay a page out are none.
function isTabular(table) {
  const role = table.getAttribute('role');
  if (role && role !== 'table' && role !== 'grid' && role !== 'treegrid') return false;
  return table.rows.length > 0 && Array.prototype.some.call(table.rows, (row) => row.cells.length > 1) && !table.querySelector('table');
}

function commonStart(one, other) {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  return one.slice(0, length);
}

function longestRun(text) {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
}
