/** A program that does one deed on a payout, and kills itself (kill -9) as it is about to say its nth word to the database. */
import pg from 'pg';
import { pino } from 'pino';
import { loadConfig } from '../../server/config/config.ts';
import { createPasswordHasher } from '../../server/domains/accounts/passwords.ts';
import { decidePayout, requestPayout } from '../../server/domains/payouts/service.ts';
import type { Viewer } from '../../server/lib/viewer.ts';
import { createDeps } from '../../server/process/create-deps.ts';

const [deed = '', viewerId = '', payoutId = '', last = '0'] = process.argv.slice(2);
const config = loadConfig(process.env);
const running = await createDeps(config, {
  log: pino({ level: 'fatal' }),
  name: 'tsuzuki-test',
  passwords: createPasswordHasher(8),
});
const viewer = { id: viewerId } as Viewer;
let words = 0;
const { query } = pg.Client.prototype;
pg.Client.prototype.query = function count(this: pg.Client, ...given: unknown[]) {
  words += 1;
  if (words === Number(last)) process.kill(process.pid, 'SIGKILL');
  return Reflect.apply(query, this, given);
} as typeof query;
if (deed === 'ask') await requestPayout(running.deps, viewer);
else if (deed === 'approve') await decidePayout(running.deps, viewer, payoutId, { state: 'approved' });
else await decidePayout(running.deps, viewer, payoutId, { state: 'paid', reference: 'R 1' });
process.exit(0);
