// Changes a page at random, in every way that a page can change: run in the page's own world by the
// `mutations` test. Takes a seed and the number of steps; gives the names of what it did.
(seed, steps) => {
  let x = seed >>> 0; const rnd = (n) => { x = (Math.imul(x, 1664525) + 1013904223) >>> 0; return (x >>> 8) % n; };
  const pick = (list) => list[rnd(list.length)];
  const any = () => { const all = document.body.querySelectorAll('*'); return all.length ? all[rnd(all.length)] : document.body; };
  const kinds = {
    attribute() { const e = any(); e.setAttribute(pick(['title','aria-label','role','hidden','aria-hidden','class','tabindex','aria-expanded','inert','aria-checked','style']), pick(['x','true','false','button','link','none','color:red','display:none','0'])); },
    unattribute() { const e = any(); const n = e.getAttributeNames(); if (n.length) e.removeAttribute(pick(n)); },
    text() { const e = any(); e.append('word' + rnd(99)); },
    data() { const w = document.createTreeWalker(document.body, 4); const t = []; while (w.nextNode()) t.push(w.currentNode); if (t.length) pick(t).data += ' more'; },
    insert() { const e = any(); const n = document.createElement(pick(['div','button','span','a','input','ul','li','h2','p','details','dialog','img','select'])); n.textContent = 'new ' + rnd(99); try { e.append(n); } catch {} },
    remove() { const e = any(); if (e !== document.body && document.body.querySelectorAll('*').length > 20) e.remove(); },
    move() { const a = any(), b = any(); try { if (!a.contains(b)) b.append(a); } catch {} },
    value() { const c = [...document.querySelectorAll('input:not([type=file]),textarea')]; if (c.length) { try { pick(c).value = pick(['','typed','7','2031-01-01']); } catch {} } },
    checked() { const c = [...document.querySelectorAll('input')]; if (c.length) { const e = pick(c); e.checked = !e.checked; if (rnd(3) === 0) e.indeterminate = !e.indeterminate; } },
    select() { const c = [...document.querySelectorAll('select')]; if (c.length) { const s = pick(c); s.selectedIndex = rnd(s.options.length + 1) - 1; } },
    shadow() { const e = [...document.querySelectorAll('div,span,p,section')].filter((e) => !e.shadowRoot); if (e.length) pick(e).attachShadow({ mode: 'open' }).innerHTML = pick(['<button>shadow</button><slot></slot>', '<slot></slot>', '<p>only</p>']); },
    inshadow() { const hosts = [...document.querySelectorAll('*')].filter((e) => e.shadowRoot); if (hosts.length) pick(hosts).shadowRoot.append(pick(['text', document.createElement('input')])); },
    rule() { const s = document.styleSheets[0] ?? document.head.appendChild(document.createElement('style')).sheet; try { s.insertRule(pick(['button{display:none}','p{visibility:hidden}','h2::before{content:"drawn "}','span{opacity:0}','li{font-size:0}','a{cursor:pointer}','div{content-visibility:hidden}','input{-webkit-text-security:disc}','i{position:absolute;left:-9999px}']), s.cssRules.length); } catch {} },
    unrule() { const s = document.styleSheets[0]; if (s && s.cssRules.length) s.deleteRule(rnd(s.cssRules.length)); },
    edit() { for (const s of document.styleSheets) { const r = [...s.cssRules].filter((r) => r.style); if (r.length) { pick(r).style.setProperty(pick(['display','visibility','opacity','content','color','cursor']), pick(['none','hidden','0','"edited"','red','pointer','block'])); return; } } },
    sheet() { for (const s of document.styleSheets) { s.disabled = !s.disabled; return; } },
    adopt() { const s = new CSSStyleSheet(); s.replaceSync(pick(['b{display:none}','em::after{content:"!"}'])); document.adoptedStyleSheets = [...document.adoptedStyleSheets, s]; },
    replace() { const s = document.adoptedStyleSheets[0]; if (s) s.replaceSync(pick(['b{display:inline}','p{opacity:0}',''])); },
    focus() { const e = [...document.querySelectorAll('input,button,a,select')]; if (e.length) pick(e).focus(); },
    blur() { document.activeElement?.blur(); },
    scroll() { scrollTo(0, rnd(2000)); for (const e of document.querySelectorAll('*')) if (e.scrollHeight > e.clientHeight + 10 && rnd(2)) e.scrollTop = rnd(100); },
    details() { const d = [...document.querySelectorAll('details')]; if (d.length) { const e = pick(d); e.open = !e.open; } },
    dialog() { const d = [...document.querySelectorAll('dialog')]; if (d.length) { const e = pick(d); try { e.open ? e.close() : rnd(2) ? e.showModal() : e.show(); } catch {} } },
    popover() { const d = [...document.querySelectorAll('[popover]')]; if (d.length) { try { pick(d).togglePopover(); } catch {} } },
    title() { document.title = 'Title ' + rnd(9); },
    push() { history.replaceState({}, '', '#h' + rnd(9)); },
    nothing() {}, again() {},
    media() { const s = document.querySelector('style'); if (s) s.media = pick(['all', 'print', 'screen']); },
    validity() { const c = [...document.querySelectorAll('input')]; if (c.length) c[0].setCustomValidity(pick(['', 'bad'])); },
    option() { const o = [...document.querySelectorAll('option')]; if (o.length) { const e = pick(o); rnd(2) ? e.text = 'opt ' + rnd(9) : e.selected = !e.selected; } },
    slot() { const e = [...document.querySelectorAll('[slot]')]; if (e.length) pick(e).slot = pick(['s', '', 'none']); },
    animate() { any().animate([{ opacity: 1 }, { opacity: 0 }], { duration: 30, fill: pick(['none', 'forwards']) }); },
  };
  const names = Object.keys(kinds); const done = [];
  for (let i = 0; i < steps; i++) { const k = pick(names); kinds[k](); done.push(k); }
  return done.join(' ');
}
