/** Migrates the database at start, or explains in one line, with the variable, why it cannot. */
import { sqlState } from '../../db/client.ts';
import { migrateDatabase } from '../../db/migrate.ts';
import { isStartError, StartError } from '../embedded/start-error.ts';

/** Codes and SQLSTATEs of a wrong address, a wrong password or an offline server. */
const UNREACHABLE =
  /^(?:ECONNREFUSED|ECONNRESET|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EPIPE|ETIMEDOUT|28000|28P01|3D000|53300|57P0[123])$/;
const INSUFFICIENT_PRIVILEGE = '42501';
/** SQLSTATEs of `create extension` for a missing extension, by version of PostgreSQL. */
const NO_SUCH_EXTENSION = /^(?:0A000|58P01)$/;

export async function prepareDatabase(databaseUrl: string): Promise<void> {
  try {
    await migrateDatabase(databaseUrl);
  } catch (error) {
    throw whyNoDatabase(error);
  }
}

/** Turns errors the operator can fix into a StartError. Other errors are defects and stay as they are. */
export function whyNoDatabase(error: unknown): unknown {
  if (isStartError(error) || !(error instanceof Error)) return error;
  const { code = '' } = error as { code?: string };
  const { message } = lastCause(error);
  const state = sqlState(error) ?? '';
  if (message.startsWith('DATABASE_URL:')) return new StartError(message);
  if (message.includes('unsupported startup parameter'))
    return new StartError(
      `DATABASE_URL: the pooler refused the connection (${message}): set ignore_startup_parameters = options, or DATABASE_DIRECT_URL if it shares connections`,
    );
  if (UNREACHABLE.test(code) || /timeout|SSL|Connection terminated/.test(error.message))
    return new StartError(`DATABASE_URL: the database cannot be reached (${message || code})`);
  if (state === INSUFFICIENT_PRIVILEGE)
    return new StartError(`DATABASE_URL: the role lacks permissions in this database (${message})`);
  if (NO_SUCH_EXTENSION.test(state) && message.includes('extension'))
    return new StartError(`DATABASE_URL: the server lacks an extension (${message})`);
  return error;
}

function lastCause(error: Error): Error {
  let last = error;
  while (last.cause instanceof Error) last = last.cause;
  return last;
}
