/** Whether a service that we lean on (database, queue, storage, mail server) is away for now: later the same may work. */

/** The code of an error of our own: storage answers nobody, or asks to be spared. */
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
  // What `fetch` says (undici).
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'UND_ERR_SOCKET',
]);
/**
 * SQLSTATE: connections that break or are refused (08, 57P, 53300), a database that only reads for now (25006), locks and
 * statements that took too long (55P03, 57014), a transaction that was ended while it waited (25P03).
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
