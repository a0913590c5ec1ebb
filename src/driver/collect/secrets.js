// Fields whose values stay in the page.
//
//   isSecret(element) -> true for passwords (also after a "show" button made them plain text),
//                        one-time codes, card data and text that the style draws as dots

const everSecret = new WeakSet();

const SECRET_AUTOCOMPLETE = /\b(one-time-code|current-password|new-password|cc-(number|csc|exp|exp-month|exp-year))\b/;
// What authors call such fields in names and ids. What the label says does not count: "Security code"
// is as often the word for a voucher.
const SECRET_WORDS = new RegExp('\\b(' + [
  'cvv2?', 'cvc2?', 'csc', 'cc ?num(ber)?', 'card ?(number|no|code|cvv|cvc)', 'credit ?card( ?number)?', 'one ?time ?(code|password|pin)',
  'otp', 'totp', '[2m]fa ?code', 'verification ?code', 'pass ?code', 'pin ?code', 'passw(or)?d', 'pwd', 'passphrase',
].join('|') + ')\\b');

// A "show" button may be pressed before the first walk.
for (const input of doc.querySelectorAll('input[type=password]')) everSecret.add(input);

function isSecret(element) {
  if (everSecret.has(element)) return true;
  if (!looksSecret(element)) return false;
  everSecret.add(element);
  return true;
}

function looksSecret(element) {
  const tag = element.localName;
  if (tag === 'input') {
    if (element.type === 'password') return true;
    if (!isTextual(element)) return false;
  } else if (tag !== 'textarea') {
    return isEditingHost(element) && isDotted(element);
  }
  if (SECRET_AUTOCOMPLETE.test(element.getAttribute('autocomplete') ?? '')) return true;
  if (SECRET_WORDS.test(spoken(element.name) + ' / ' + spoken(element.id))) return true;
  return isDotted(element) || isCardNumber(element.value);
}

// camelCase, snake_case and kebab-case as words.
function spoken(name) {
  return name.length > 200 ? '' : name.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/[-_.[\]]+/g, ' ').toLowerCase();
}

function isTextual(input) {
  switch (input.type) {
    case 'text': case 'tel': case 'number': case 'search': case 'email': case 'url': case 'month': return true;
    default: return false;
  }
}

function isDotted(element) {
  const drawn = getComputedStyle(element).getPropertyValue('-webkit-text-security');
  return drawn !== '' && drawn !== 'none';
}

// 13 to 19 digits that pass the Luhn check. https://www.iso.org/standard/70484.html
function isCardNumber(value) {
  const digits = value.replace(/[ -]/g, '');
  if (digits.length < 13 || digits.length > 19 || !/^\d+$/.test(digits)) return false;
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    let digit = digits.charCodeAt(digits.length - 1 - i) - 48;
    if (i & 1) { digit *= 2; if (digit > 9) digit -= 9; }
    sum += digit;
  }
  return sum % 10 === 0;
}
