// Fields that no agent types into and no agent reads. The collector marks what the page itself tells; what the label
// says is judged here.
//
//   isSecretField({type, autocomplete, name, id, label, placeholder, secret}) -> whether a field is one of them
//   isCardNumber(text)  -> whether a text is 13 to 19 digits that pass the Luhn check

const AUTOCOMPLETE = /^(current-password|new-password|one-time-code|cc-(number|csc|exp|exp-month|exp-year))$/;
const WORDS = new RegExp('(?<![\\p{L}\\d])(' + [
  'passwords?', 'passcode', 'passphrase', 'passwor[dt]e?', 'kennwort', 'mot de passe', 'contraseña', 'senha', 'wachtwoord', 'hasło',
  'cvv2?', 'cvc2?', 'csc', 'security code', 'sicherheitscode', 'prüfziffer', 'card number', 'credit card', 'kartennummer', 'numéro de carte',
  'número de tarjeta', 'numero (della )?carta', 'kaartnummer', 'numer karty', 'otp', 'totp', '[2m]fa', 'one.?time.?(code|password|pin)',
  'verification code', 'authentication code', 'recovery code', 'bestätigungscode', 'code de vérification', 'código de verificación',
  'seed phrase', 'recovery phrase', 'private key', 'api key', 'secret key', 'ssn', 'social security number', 'pin',
].join('|') + ')(?![\\p{L}\\d])|密码|验证码|パスワード|認証コード|カード番号', 'iu');
// A postal index is called a pin code in India.
const NOT_SECRET = /\b(pin ?code|postal|zip|pincode)\b/i;

export function isSecretField(field) {
  if (field.secret || field.type === 'password') return true;
  const tokens = (field.autocomplete ?? '').toLowerCase().trim().split(/\s+/).filter((token) => token !== 'webauthn');
  if (AUTOCOMPLETE.test(tokens.at(-1) ?? '')) return true;
  return [field.name, field.id, field.label, field.placeholder].some((text) => {
    const words = spoken(text ?? '');
    return WORDS.test(words) && !NOT_SECRET.test(words);
  });
}

export function isCardNumber(text) {
  const digits = text.replace(/[ -]/g, '');
  if (!/^\d{13,19}$/.test(digits)) return false;
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i]) * (i % 2 + 1);
    sum += digit > 9 ? digit - 9 : digit;
  }
  return sum % 10 === 0;
}

function spoken(text) {
  return text.slice(0, 200).replace(/([a-z])([A-Z])/g, '$1 $2').replace(/[-_.[\]]+/g, ' ');
}
