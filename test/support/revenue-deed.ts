/** A program that checks, credits or picks up revenue, and kills itself (kill -9) as it is about to say its nth word to the database. */
import pg from 'pg';
import { pino } from 'pino';
import { loadConfig } from '../../server/config/config.ts';
import { createPasswordHasher } from '../../server/domains/accounts/passwords.ts';
import { checkImport } from '../../server/domains/revenue/check.ts';
import { creditImport } from '../../server/domains/revenue/commit.ts';
import { findIncoming, takeIncoming } from '../../server/domains/revenue/pick-up.ts';
import { createDeps } from '../../server/process/create-deps.ts';

const [deed = '', id = '', last = '0'] = process.argv.slice(2);
const { deps } = await createDeps(loadConfig(process.env), {
  log: pino({ level: 'fatal' }),
  name: 'tsuzuki-test',
  passwords: createPasswordHasher(8),
});
let words = 0;
const { query } = pg.Client.prototype;
pg.Client.prototype.query = function count(this: pg.Client, ...given: unknown[]) {
  words += 1;
  if (words === Number(last)) process.kill(process.pid, 'SIGKILL');
  return Reflect.apply(query, this, given);
} as typeof query;
if (deed === 'check') await checkImport(deps, id);
else if (deed === 'credit') await creditImport(deps, null, id);
else for (const found of await findIncoming(deps)) await takeIncoming(deps, found);
process.exit(0);
