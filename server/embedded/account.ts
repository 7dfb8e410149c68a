import { type ExecFileException, execFile, execFileSync } from 'node:child_process';
import { stat } from 'node:fs/promises';

/** User that runs PostgreSQL. Without ids, it is the current user. */
export type Account = { name: string; ids: { uid: number; gid: number } | null };

function lookUp(name: string): Account | null {
  try {
    const id = (flag: string) =>
      Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
    return { name, ids: { uid: id('-u'), gid: id('-g') } };
  } catch {
    return null;
  }
}

/** PostgreSQL refuses to run as root. Root uses the owner of existing data, `postgres` or `nobody` instead. */
export async function chooseAccount(clusterDir: string): Promise<Account> {
  if (process.getuid?.() !== 0) return { name: 'this user', ids: null };
  const existing = await stat(clusterDir).catch(() => null);
  if (existing !== null && existing.uid !== 0) {
    return { name: `user ${existing.uid}`, ids: { uid: existing.uid, gid: existing.gid } };
  }
  return lookUp('postgres') ?? lookUp('nobody') ?? { name: 'user 65534', ids: { uid: 65534, gid: 65534 } };
}

/** Environment of PostgreSQL programs: none of the caller's PG… variables, messages in English, UTC. */
export function environment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
}

export function asAccount(account: Account) {
  return { cwd: '/', env: environment(), ...(account.ids ?? {}) };
}

export type Outcome = { ok: boolean; output: string };

/** Runs a program as the account. Failure is an outcome, not an exception. */
export function run(account: Account, program: string, args: string[]): Promise<Outcome> {
  return new Promise((resolve) => {
    const done = (error: ExecFileException | Error | null, stdout = '', stderr = '') =>
      resolve({ ok: error === null, output: (stderr + stdout).trim() || (error?.message ?? '') });
    try {
      execFile(program, args, { ...asAccount(account), encoding: 'utf8' }, done);
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)));
    }
  });
}

export async function canEnter(account: Account, folder: string): Promise<boolean> {
  return (await run(account, '/bin/sh', ['-c', 'cd "$1"', 'sh', folder])).ok;
}
