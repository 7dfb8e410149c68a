/**
 * Final redaction of a log line: removes values of secret-like names, e-mail addresses and IBANs. It cannot recognize a
 * secret without a name. All repetitions are bounded, so that long lines cost linear time.
 */
const HIDDEN = '***';

/** Names of secrets in JSON, queries, cookies and forms. */
const NAMES =
  'auth_token|access_token|refresh_token|id_token|token|ticket|password|current_password|new_password|secret|client_secret|api_key|authorization|proxy-authorization|set-cookie|cookie|code|code_verifier|state|signature|iban|bic|account_number|tax_id|otp|recovery_code|x-amz-signature|x-amz-credential';

/** Spellings of the API, of code and of headers: `new_password`, `newPassword`, `New-Password`. */
const SPELLED = NAMES.replaceAll(/[_-]/g, '[_-]?');

/** Inside a value, quotes and backslashes are escaped. In JSON within JSON they are escaped twice. */
const IN_JSON = new RegExp(String.raw`("(?:${SPELLED})":\s?")(?:[^"\\]|\\.)*`, 'gi');
const IN_INNER_JSON = new RegExp(
  String.raw`(\\"(?:${SPELLED})\\":\s?\\")(?:[^"\\]|\\[^"\\]|\\\\(?:\\["\\]|[^"\\]))*`,
  'gi',
);
const IN_QUERY = new RegExp(`([?&;\\s"](?:${SPELLED})=)[^&;\\s"\\\\]+`, 'gi');
const BEARER = /\b(Bearer|Basic) [\w.~+/=-]{6,2000}/gi;
const USER_IN_ADDRESS = /(\w{1,20}:\/\/)[^\s/@"\\]{1,500}@/g;
const MAIL = /[\w.+%-]{1,64}@(?:[\w-]{1,63}\.){1,5}[a-z]{2,24}\b/gi;
const IBAN = /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\b/g;

/** Error codes share the name `code` but are no secrets. */
const ERROR_CODE = /^(?:[A-Z][A-Z0-9_]{2,60}|[0-9A-Z]{5}|[a-z_]{3,60})$/;

export function redact(line: string): string {
  let text = line
    .replace(IN_JSON, hideValue)
    .replace(IN_INNER_JSON, hideValue)
    .replace(IN_QUERY, `$1${HIDDEN}`)
    .replace(BEARER, `$1 ${HIDDEN}`);
  if (text.includes('@'))
    text = text.replace(USER_IN_ADDRESS, `$1${HIDDEN}@`).replace(MAIL, `${HIDDEN}@${HIDDEN}`);
  return text.replace(IBAN, (found) => (isIban(found.replaceAll(' ', '')) ? HIDDEN : found));
}

function hideValue(all: string, start: string): string {
  const value = all.slice(start.length);
  return /code\\?":/i.test(start) && ERROR_CODE.test(value) ? all : start + HIDDEN;
}

/** Checksum of ISO 7064, so that other capitals are not mistaken for an IBAN. */
function isIban(text: string): boolean {
  if (text.length < 15 || text.length > 34) return false;
  let rest = 0;
  for (const sign of text.slice(4) + text.slice(0, 4)) {
    const value = Number.parseInt(sign, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}
