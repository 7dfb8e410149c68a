/** Writes the demo's payouts: two of each state, from older months. A start that finds payouts adds none. */
import { and, eq, inArray, or, sql } from 'drizzle-orm';
import { type Deps, inTransaction } from '../../server/deps.ts';
import { viewerOf } from '../../server/domains/accounts/sessions/rules.ts';
import { type Account, OPEN_STATES } from '../../server/domains/income/payouts/rules.ts';
import { sealAccount } from '../../server/domains/income/payouts/sealing.ts';
import {
  askForForm,
  callOffPayout,
  decidePayout,
  requestPayout,
} from '../../server/domains/income/payouts/service.ts';
import { DAY_MS } from '../../server/lib/durations.ts';
import { isAppError } from '../../server/lib/errors.ts';
import { newId } from '../../server/lib/ids.ts';
import { monthOf } from '../../server/lib/months.ts';
import { mails, outbox, payoutDestinations, payouts, stories, type users } from '../schema/index.ts';
import { creditMonth } from './credit-month.ts';
import { settleFounders } from './revenue.ts';

type Person = typeof users.$inferSelect;
type People = ReadonlyMap<string, Person>;

const CREATORS = ['hana', 'mirko', 'rin', 'teo'] as const;
type Creator = (typeof CREATORS)[number];
/** Net revenue per creator in micro-dollars, for the first and the second month. */
const NET: Readonly<Record<Creator, readonly [number, number]>> = {
  hana: [1_093_333_401, 584_210_087],
  mirko: [426_666_700, 283_200_228],
  rin: [187_142_914, 142_857_203],
  teo: [220_428_610, 234_000_095],
};
/** Published example IBANs: nobody ever sends money there. */
const IBANS: Readonly<Record<Creator, string>> = {
  hana: 'SE4550000000058398257466',
  mirko: 'DE89370400440532013000',
  rin: 'NO9386011117947',
  teo: 'ES9121000418450200051332',
};

/** Returns the people who act, and dependencies whose clock is some days back. Null when a person is missing. */
function actorsOf(deps: Deps, people: People) {
  const administrator = people.get('admin');
  const isThere = (key: Creator) => people.get(key)?.deletionRequestedAt === null;
  if (administrator === undefined || !CREATORS.every(isThere)) return null;
  const begun = deps.clock.now().getTime();
  const as = (person: Person) => viewerOf(person, { id: '', provenAt: null }, new Date(begun));
  const own = (key: Creator) => as(people.get(key) as Person);
  const ago = (days: number): Deps => ({
    ...deps,
    clock: { now: () => new Date(begun - days * DAY_MS) },
  });
  return {
    ago,
    own,
    mei: as(administrator),
    ask: (key: Creator, days: number) => requestPayout(ago(days), own(key)),
  };
}

/** Must run before other revenue is credited: each payout takes the whole balance. */
export const addClosedPayouts = (deps: Deps, people: People): Promise<void> =>
  inSilence(deps, async (tx) => {
    const actors = actorsOf(tx, people);
    if (actors === null || (await tx.db.$count(payouts)) > 0) return;
    const { ago, own, mei, ask } = actors;
    const pay = async (id: string, days: number, reference: string): Promise<void> => {
      await decidePayout(ago(days + 2), mei, id, { state: 'approved' });
      await decidePayout(ago(days), mei, id, { state: 'paid', reference });
    };
    const reject = (id: string, days: number, reason: string) =>
      decidePayout(ago(days), mei, id, { state: 'rejected', reason });
    await settleFounders(tx, people);
    for (const key of CREATORS) await addDestination(ago(320), people.get(key) as Person, IBANS[key]);
    if (!(await credit(ago(280), people, 0))) return;
    await pay(await ask('hana', 250), 222, 'TSZ-HANA-1');
    await pay(await ask('mirko', 247), 218, 'TSZ-HAAS-1');
    await callOffPayout(ago(240), own('teo'), await ask('teo', 240));
    await reject(await ask('teo', 238), 232, 'The name at the bank is T. Sandoval, the account says Teo.');
    await callOffPayout(ago(235), own('rin'), await ask('rin', 235));
    await reject(await ask('rin', 230), 226, 'The bank says that the account is closed.');
    await credit(ago(217), people, 1);
  });

export const addOpenPayouts = (deps: Deps, people: People): Promise<void> =>
  inSilence(deps, async (tx) => {
    const actors = actorsOf(tx, people);
    const isOpen = inArray(payouts.state, [...OPEN_STATES]);
    if (actors === null || (await tx.db.$count(payouts)) === 0) return;
    if ((await tx.db.$count(payouts, isOpen)) > 0) return;
    const { ago, mei, ask } = actors;
    for (const [key, days] of [
      ['rin', 12],
      ['teo', 16],
    ] as const)
      await decidePayout(ago(days - 5), mei, await ask(key, days), { state: 'approved' });
    await ask('hana', 25);
    await askForForm(ago(4), mei, await ask('mirko', 5), 'W-8BEN');
  });

/** One transaction without mails and events of old actions. A refused action leaves the demo without payouts. */
async function inSilence(deps: Deps, work: (tx: Deps) => Promise<void>): Promise<void> {
  try {
    await inTransaction(deps, async (tx) => {
      await work(tx);
      const own = tx.db.select({ id: mails.id }).from(mails).where(eq(mails.kind, 'payout'));
      await tx.db
        .delete(outbox)
        .where(
          or(
            eq(outbox.name, 'payout.moved'),
            and(eq(outbox.name, 'mail.send'), inArray(sql`(${outbox.payload} ->> 'mailId')::uuid`, own)),
          ),
        );
      await tx.db.delete(mails).where(eq(mails.kind, 'payout'));
    });
  } catch (error) {
    if (!isAppError(error)) throw error;
    deps.log.warn({ err: error }, 'could not create the demo payouts');
  }
}

async function addDestination(deps: Deps, person: Person, iban: string): Promise<void> {
  const now = deps.clock.now();
  const id = newId(now.getTime());
  const account: Account = {
    holder: person.displayName,
    country: iban.slice(0, 2),
    iban,
    guardian: false,
  };
  await inTransaction(deps, (tx) =>
    tx.db.insert(payoutDestinations).values({
      id,
      userId: person.id,
      sealed: sealAccount(tx, id, account),
      lastFour: iban.slice(-4),
      country: account.country,
      createdAt: now,
      validFrom: now,
    }),
  );
}

/** False when a creator has no story. */
async function credit(deps: Deps, people: People, turn: 0 | 1): Promise<boolean> {
  const at = deps.clock.now();
  const lines = [];
  for (const key of CREATORS) {
    const [story] = await deps.db
      .select({ id: stories.id })
      .from(stories)
      .where(eq(stories.ownerId, people.get(key)?.id ?? ''))
      .limit(1);
    if (story === undefined) return false;
    lines.push({
      storyId: story.id,
      impressions: Math.round(NET[key][turn] / 4_000),
      netMicros: NET[key][turn],
    });
  }
  await creditMonth(deps, { period: monthOf(new Date(at.getTime() - 31 * DAY_MS)), lines, at });
  return true;
}
