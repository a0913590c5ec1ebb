// What an action would do, as far as a person has to be asked about it.
//
//   classify({tool, key, modifiers, submit, target}) -> 'pay' | 'delete' | 'upload' | 'download' | 'permission' |
//                                                      'external' | 'send' | 'submit', or null where nobody is asked
//   isCoverable(kind)  -> whether full control and approved lists may answer for the person
//
// `target` is what the page tells about the element: {tag, type, role, name, href, download, form, isComposer}, and of
// its form {method, isSearch, submitter}. What is doubtful asks.

const KINDS = [
  ['pay', 'pay|pay now|buy|buy now|checkout|check out|purchase|place order|order now|donate|transfer|withdraw|bezahlen|zahlen|kaufen|' +
    'zahlungspflichtig|überweisen|bestellen|payer|acheter|commander|pagar|comprar|paga|acquista|betalen|kopen|zapłać|kup|购买|支付|購入|支払'],
  ['delete', 'delete|remove|trash|discard|erase|deactivate|unsubscribe|cancel subscription|close account|löschen|entfernen|kündigen|' +
    'supprimer|effacer|eliminar|borrar|excluir|elimina|verwijderen|usuń|删除|削除'],
  ['permission', 'grant|revoke|authorize|authorise|allow access|accept|agree|akzeptieren|zustimmen|autoriser|autorizar|autorizzare'],
  ['upload', 'upload|attach|hochladen|anhängen|téléverser|subir archivo|carica'],
  ['send', 'send|reply|post|publish|tweet|comment|share|invite|forward|senden|absenden|antworten|veröffentlichen|teilen|envoyer|' +
    'répondre|publier|partager|enviar|responder|publicar|compartir|invia|rispondi|pubblica|verzenden|wyślij|发送|发布|送信|投稿'],
  ['submit', 'submit|apply|book|confirm|sign|register|sign up|subscribe|order|buchen|bestätigen|unterschreiben|einreichen|confirmer|' +
    'réserver|confirmar|reservar|conferma|prenota|bevestigen|提交|确认|確認'],
].map(([kind, words]) => [kind, new RegExp('(?<![\\p{Script=Latin}\\d])(' + words + ')(?![\\p{Script=Latin}\\d])', 'iu')]);
// What begins with such a word and does nothing of the kind.
const HARMLESS = /\b(pay attention|order by|sort by|sign (in|out)|log ?out|post(ed|s)? (on|by|in)|share of)\b/i;
const MENUS = new Set(['combobox', 'listbox', 'option', 'columnheader', 'tab', 'heading']);
const OWN_KEYS = new Set(['Delete', 'Backspace', '#']);

export function classify(action) {
  const { target } = action;
  switch (action.tool) {
    case 'click': return ofPress(target);
    case 'type': return action.submit ? ofEnter(target) : null;
    case 'press': return ofKey(action);
    default: return null;
  }
}

export function isCoverable(kind) {
  return kind === 'send' || kind === 'submit' || kind === 'interact';
}

function ofKey({ key, modifiers = [], target }) {
  if (key === 'Enter') return modifiers.includes('Control') || modifiers.includes('Meta') ? named(target.name) ?? 'send' : ofEnter(target);
  if (key === ' ' || key === 'Space') return target.isText ? null : ofPress(target);
  if (OWN_KEYS.has(key) && !target.isText) return 'delete';
  return null;
}

function ofEnter(target) {
  if (target.isComposer) return 'send';
  if (target.tag === 'textarea') return null;
  if (!target.isText) return ofPress(target);
  const { form } = target;
  if (form) return form.isSearch ? null : named(form.submitter) ?? 'submit';
  return target.role === 'searchbox' || target.type === 'search' ? null : 'send';
}

function ofPress(target) {
  if (target.tag === 'input' && target.type === 'file') return 'upload';
  if (target.href && !/^(https?:|javascript:|about:|blob:)/i.test(target.href)) return 'external';
  if (target.download) return 'download';
  if (MENUS.has(target.role) || target.isText) return null;
  const kind = named(target.name);
  if (target.isSubmitter) return target.form?.isSearch && kind !== 'pay' && kind !== 'delete' ? null : kind ?? 'submit';
  // A link to another page only moves, whatever it is called; a script behind it may do anything.
  if (target.role === 'link' && /^https?:/i.test(target.href ?? '') && kind !== 'pay' && kind !== 'delete') return null;
  return kind;
}

function named(name) {
  const text = (name ?? '').normalize('NFKC').slice(0, 300);
  if (HARMLESS.test(text)) return null;
  return KINDS.find(([, words]) => words.test(text))?.[0] ?? null;
}
