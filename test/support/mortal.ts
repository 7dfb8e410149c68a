/** Simulates a `kill -9` of the application at its nth database statement, in milliseconds instead of seconds. */
import { globSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { openDatabase } from '../../db/client.ts';
import type { Deps } from '../../server/deps.ts';
import type { TestApp } from './app.ts';
import { eventually } from './eventually.ts';

let lives = 0;

/** Runs the action with its own connections. Statements are counted from 1. */
export async function liveUntil(
  { deps }: TestApp,
  lastWord: number,
  deed: (deps: Deps) => Promise<unknown>,
): Promise<'killed' | 'lived'> {
  const name = `mortal-${++lives}`;
  const killed = Promise.withResolvers<'killed'>();
  const clients: pg.Client[] = [];
  let words = 0;
  let isDead = false;

  function die(): void {
    isDead = true;
    for (const client of clients) streamOf(client).destroy();
    killed.resolve('killed');
  }

  class MortalClient extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super(config);
      clients.push(this);
    }
  }
  const { query } = pg.Client.prototype;
  MortalClient.prototype.query = function (this: pg.Client, ...asked: unknown[]) {
    words += 1;
    if (words === lastWord) die();
    if (isDead) return new Promise(() => {});
    const last = asked.at(-1);
    if (typeof last !== 'function') return onlyAlive(Reflect.apply(query, this, asked));
    const call = (...heard: unknown[]) => isDead || last(...heard);
    return Reflect.apply(query, this, [...asked.slice(0, -1), call]);
  } as typeof query;
  const onlyAlive = (answer: Promise<unknown>): Promise<unknown> =>
    new Promise((resolve, reject) => {
      answer.then(
        (value) => isDead || resolve(value),
        (error) => isDead || reject(error),
      );
    });

  const url = deps.pool.options.connectionString ?? '';
  const { db, pool, close } = openDatabase(url, { size: 4, name, Client: MortalClient, onError: () => {} });
  const openSession = () => new MortalClient({ connectionString: url, application_name: name });
  const life = deed({ ...deps, db, pool, openSession }).then(() => 'lived' as const);
  const end = await Promise.race([killed.promise, life]);
  if (end === 'lived') await close();
  else {
    // The database rolls back uncommitted work once it notices.
    await eventually('the database has noticed', async () => {
      const { rows } = await deps.pool.query('select 1 from pg_stat_activity where application_name = $1', [
        name,
      ]);
      return rows.length === 0;
    });
    // Removes files that servers remove at their start, after a process has died.
    for (const left of globSync(join(tmpdir(), `tsuzuki-upload-${process.pid}-*`)))
      await rm(left, { recursive: true, force: true });
  }
  return end;
}

const streamOf = (client: pg.Client): { destroy(): unknown } =>
  (client as unknown as { connection: { stream: { destroy(): unknown } } }).connection.stream;
