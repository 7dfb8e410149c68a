/** PgBouncer before a test database. Installed by `apt-get install pgbouncer`. */
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { chooseAccount } from '../../server/embedded/account.ts';
import { eventually } from './eventually.ts';
import { freePort } from './free-port.ts';
import { findProgram } from './path.ts';
import { runProgram } from './processes.ts';

export type Pooler = { url: string; stop(): Promise<void> };

export type PoolerOptions = {
  mode: 'session' | 'transaction';
  size: number;
  settings?: Readonly<Record<string, string | number>>;
};

export async function startPooler(
  databaseUrl: string,
  { mode, size, settings = {} }: PoolerOptions,
): Promise<Pooler> {
  const program = findProgram(['pgbouncer'], 'pgbouncer');
  const folder = await mkdtemp(join(tmpdir(), 'tsuzuki-pooler-'));
  const account = await chooseAccount(folder);
  if (account.ids !== null) await chown(folder, account.ids.uid, account.ids.gid);
  const { hostname, port, username, password, pathname } = new URL(databaseUrl);
  const own = await freePort();
  const file = join(folder, 'pgbouncer.ini');
  const values = {
    listen_addr: '127.0.0.1',
    listen_port: own,
    unix_socket_dir: '',
    auth_type: 'any',
    pool_mode: mode,
    default_pool_size: size,
    max_client_conn: 1000,
    ...settings,
  };
  const lines = Object.entries(values).map(([name, value]) => `${name} = ${value}`);
  await writeFile(
    file,
    `[databases]\n* = host=${hostname} port=${port} user=${username} password=${password}\n[pgbouncer]\n${lines.join('\n')}\n`,
    { mode: 0o644 },
  );
  const { name } = account;
  const args = account.ids === null ? [file] : ['-u', name, file];
  const pooler = runProgram(program, args, {});
  const url = `postgres://${username}@127.0.0.1:${own}${pathname}`;
  await eventually('the pooler answers', async () => {
    const client = new Client({ connectionString: url });
    client.on('error', () => {});
    return client
      .connect()
      .then(() => client.query('select 1'))
      .then(() => true)
      .catch(() => false)
      .finally(() => client.end());
  });
  return {
    url,
    async stop() {
      await pooler.stop('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    },
  };
}
