/** Detects that a service (database, queue, storage, mail server) is temporarily offline, so that a retry may work. */

/** Our own error code: storage is unreachable or asks us to slow down. */
export const STORAGE_AWAY = 'ESTORAGEAWAY';

const SYSTEM_CODES = new Set([
  STORAGE_AWAY,
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENETDOWN',
  'EHOSTDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EPIPE',
  // Error codes of `fetch` (undici).
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'UND_ERR_SOCKET',
]);
/**
 * SQLSTATE. 08, 57P, 53300: connection broken or refused. 25006: read-only for now. 55P03, 57014: lock or statement
 * timeout. 25P03: idle transaction ended.
 */
const SQL_STATES = /^(?:08[0-9A-Z]{3}|57P0[1-5]|53300|25006|25P03|55P03|57014)$/;
const MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|is not queryable|Query read timeout|Connection is closed|Command timed out/;
const DEPTH_MAX_COUNT = 10;

export function isAway(error: unknown): boolean {
  let at = error;
  for (let depth = 0; typeof at === 'object' && at !== null && depth < DEPTH_MAX_COUNT; depth += 1) {
    const { code, message, cause } = at as { code?: unknown; message?: unknown; cause?: unknown };
    if (typeof code === 'string' && (SYSTEM_CODES.has(code) || SQL_STATES.test(code))) return true;
    if (typeof message === 'string' && MESSAGES.test(message)) return true;
    at = cause;
  }
  return false;
}
