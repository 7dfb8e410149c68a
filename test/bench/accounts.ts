/** CPU of a sign-in without Argon2id, times for known and unknown addresses, and account queries per page. */

import { signInFailures } from '../../db/schema/index.ts';
import { passwordHasher } from '../../server/domains/accounts/accounts/passwords.ts';
import { PASSWORD, startTestApp, type TestApp } from '../support/app.ts';
import { atMost, type Row } from './row.ts';

const ROUNDS = 120;
const CPU_ROUNDS = 1000;
const WARM_ROUNDS = 500;
const OVERHEAD_MAX_MS = 2;
const DIFFERENCE_MAX_PERCENT = 10;
const QUERIES_MAX_COUNT = 2;

export async function benchAccounts(): Promise<Row[]> {
  const app = await startTestApp();
  try {
    const account = await app.signUp();
    let network = 0;
    const signIn = async (email: string, password: string): Promise<void> => {
      network += 1;
      const address = `10.0.${network >> 8}.${network & 255}`;
      await app.call('POST /auth/mail', { body: { email, password }, address });
    };
    const forgot = async (email: string): Promise<void> => {
      network += 1;
      await app.call('POST /forgotten_passwords', {
        body: { email },
        address: `10.1.${network >> 8}.${network & 255}`,
      });
    };
    // Measured without Argon2id, which takes twenty times as long as everything else.
    const passwords = passwordHasher.of(app.deps);
    passwordHasher.provide(app.deps, { ...passwords, verify: async () => true });
    for (let round = 0; round < WARM_ROUNDS; round += 1) await signIn(account.email, PASSWORD);
    const others = await cpuOf(() => signIn(account.email, PASSWORD));
    passwordHasher.provide(app.deps, passwords);
    const wrong = await compare(app, (who) => signIn(who, 'not the password'), account.email);
    const forgotten = await compare(app, forgot, account.email);
    const queries = await countQueries(app, () => app.call('GET /user/account', { as: account }));
    return [
      atMost('sign-in: processor time of all but Argon2id', others, OVERHEAD_MAX_MS, 'ms'),
      atMost('sign-in: known and unknown address differ by', wrong * 100, DIFFERENCE_MAX_PERCENT, '%'),
      atMost(
        'forgotten password: known and unknown address differ by',
        forgotten * 100,
        DIFFERENCE_MAX_PERCENT,
        '%',
      ),
      atMost('GET /user/account: queries', queries, QUERIES_MAX_COUNT),
    ];
  } finally {
    await app.close();
  }
}

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Milliseconds of CPU per call, over all threads of the process. */
async function cpuOf(work: () => Promise<unknown>): Promise<number> {
  const batches: number[] = [];
  for (let batch = 0; batch < 5; batch += 1) {
    const before = process.cpuUsage();
    for (let round = 0; round < CPU_ROUNDS / 5; round += 1) await work();
    const { user, system } = process.cpuUsage(before);
    batches.push((user + system) / 1000 / (CPU_ROUNDS / 5));
  }
  return median(batches);
}

/** Relative difference of the medians. The calls take turns. 0.1 means 10 %. */
async function compare(app: TestApp, call: (email: string) => Promise<void>, known: string): Promise<number> {
  const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
  for (let round = 0; round < ROUNDS * 2; round += 1) {
    const who = round % 2 === 0 ? 'known' : 'unknown';
    const start = performance.now();
    await call(who === 'known' ? known : 'nobody-of-that-name@example.org');
    times[who].push(performance.now() - start);
    await app.deps.db.delete(signInFailures);
  }
  const [one, other] = [median(times.known), median(times.unknown)];
  return Math.abs(one - other) / Math.max(one, other);
}

async function countQueries({ deps }: TestApp, work: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const pool = deps.pool as unknown as { query(...given: unknown[]): unknown };
  const query = pool.query.bind(pool);
  pool.query = (...given) => {
    count += 1;
    return query(...given);
  };
  await work();
  pool.query = query;
  return count;
}
