/** 10,000 lines of 2,500 creators, and as many corrections, against an independent calculation. */
import { sql } from 'drizzle-orm';
import t from 'tap';
import { erasedStories, founderTerms, revenueCredits, revenueLines } from '#db/schema/index.ts';
import { type FounderTerm, isFounderOn } from '#server/domains/accounts/accounts/rules.ts';
import { shareOn } from '#server/domains/income/earnings/rules.ts';
import { findDiscrepancies } from '#server/domains/income/ledger/queries.ts';
import { shareOfMicros } from '#server/domains/income/ledger/rules.ts';
import { basisPointsIn, shareOfNet } from '#server/domains/income/revenue/shares.ts';
import { addDays } from '#server/lib/days.ts';
import { newId } from '#server/lib/ids.ts';
import { startTestApp } from '../../../support/app.ts';
import { csvOf, openImports } from '../../../support/imports-of-revenue.ts';
import { setClock } from '../../../support/releases.ts';

const CASES = 10_000;
const CREATORS = 2500;
const LAST_DAY = '2026-10-31';

/** Deterministic random numbers (Park and Miller). */
function makeRandom(seed: number): (most: number) => number {
  let at = seed;
  return (most) => {
    at = (at * 48_271) % 2_147_483_647;
    return at % most;
  };
}

/** Founder terms that match the flag: the deciding day is inside a term, at its edges, or outside. */
function termsOf(isFounder: boolean, random: (most: number) => number): FounderTerm[] {
  const past: FounderTerm[] = random(2) === 0 ? [] : [{ since: '2024-01-05', until: '2024-03-05' }];
  const inside: FounderTerm[] = [
    { since: '2025-02-01', until: null },
    { since: LAST_DAY, until: null },
    { since: LAST_DAY, until: addDays(LAST_DAY, 1) },
    { since: '2026-10-02', until: '2026-12-24' },
  ];
  const outside: FounderTerm[] = [
    { since: addDays(LAST_DAY, 1), until: null },
    { since: '2026-01-01', until: LAST_DAY },
    { since: '2026-10-30', until: LAST_DAY },
    { since: '2025-01-01', until: '2026-10-01' },
  ];
  const own = isFounder ? inside[random(4)] : [undefined, ...outside][random(5)];
  return own === undefined ? past : [...past, own];
}

/** Amounts of every size as written in files: millionths, whole dollars, and values that no float represents. */
function amountOf(random: (most: number) => number): string {
  const whole = String(random([1, 10, 1000, 900_000][random(4)] ?? 1));
  const decimals = [0, 1, 2, 4, 6][random(5)] ?? 0;
  const digits = String(random(1_000_000)).padStart(6, '0').slice(0, decimals);
  return decimals === 0 ? whole : `${whole}.${digits}`;
}

/** "-12.5" in millionths, without the product's own parser. */
function exactly(amount: string): bigint {
  const [whole = '', decimals = ''] = amount.replace('-', '').split('.');
  const micros = BigInt(whole + decimals.padEnd(6, '0'));
  return amount.startsWith('-') ? -micros : micros;
}

type Case = { story: string; owner: string; amount: string };

t.test('REV-03, REV-04, REV-17 shares to the cent, of 20,000 lines', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  setClock(app, new Date('2026-11-03T09:00:00Z'));
  const mei = await app.signUp('Mei Tan');
  await app.makeAdministrator(mei);
  const imports = openImports(app, mei);
  const random = makeRandom(20_261_031);
  const owners = Array.from({ length: CREATORS }, () => ({ id: newId(), isFounder: random(3) === 0 }));
  const terms = owners.flatMap(({ id, isFounder }) =>
    termsOf(isFounder, random).map((term) => ({ userId: id, ...term })),
  );
  const works = Array.from({ length: CASES }, (_, n) => ({
    story: newId(),
    owner: owners[n < CREATORS ? n : random(CREATORS)]?.id ?? '',
  }));
  await app.deps.pool.query(
    `insert into users (id, email, slug, display_name, date_of_birth, email_confirmed_at)
      select id, id || '@example.org', 'o-' || id, 'O', '1990-01-01', now() from unnest($1::uuid[]) id`,
    [owners.map(({ id }) => id)],
  );
  // Every tenth story was erased meanwhile and still counts.
  const [gone, there] = [works.filter((_, n) => n % 10 === 9), works.filter((_, n) => n % 10 !== 9)];
  await app.deps.pool.query(
    `insert into stories (id, slug, owner_id, title, publication_type, format, genre, language)
      select s, 's-' || s, o, 'S', 'comics', 'page_ltr', 'drama', 'en' from unnest($1::uuid[], $2::uuid[]) as w (s, o)`,
    [there.map(({ story }) => story), there.map(({ owner }) => owner)],
  );
  await app.deps.db
    .insert(erasedStories)
    .values(gone.map(({ story, owner }) => ({ storyId: story, ownerId: owner, erasedAt: new Date() })));
  for (let at = 0; at < terms.length; at += 1000)
    await app.deps.db.insert(founderTerms).values(terms.slice(at, at + 1000));
  const isFounder = new Map(owners.map((owner) => [owner.id, owner.isFounder]));
  // Per creator: the remainder carried over, and the total credited.
  const rests = new Map<string, bigint>();
  const credited = new Map<string, bigint>();

  for (const kind of ['month', 'correction'] as const) {
    const cases: Case[] = works.map((work) => {
      const sign = kind === 'correction' && random(2) === 0 ? '-' : '';
      return { ...work, amount: `${sign}${amountOf(random)}` };
    });
    const found = await imports.hand(csvOf(cases), { kind });
    t.match(found, { state: 'ready', lines_count: CASES });
    t.equal((await imports.commit(found.id)).statusCode, 200);
    const after = await imports.get(found.id);
    t.same(after.totals?.to_creators, found.totals?.to_creators, 'the preview has said what was credited');

    const shares = new Map<string, bigint>();
    const wanted = new Map(
      cases.map(({ story, owner, amount }) => {
        const percent = isFounder.get(owner) ? 75n : 70n;
        const micros = exactly(amount);
        const share = (micros * percent) / 100n;
        shares.set(owner, (shares.get(owner) ?? 0n) + share);
        return [story, `${owner} ${percent}00 ${micros} ${share}`];
      }),
    );
    const lines = await app.deps.db
      .select()
      .from(revenueLines)
      .where(sql`${revenueLines.importId} = ${found.id}`);
    const wrong = lines.filter(
      (line) =>
        wanted.get(line.storyId) !==
        `${line.ownerId} ${line.shareBasisPoints} ${line.netMicros} ${line.shareMicros}`,
    );
    t.equal(lines.length, CASES);
    t.same(wrong.slice(0, 3), [], `every line of the ${kind}`);

    let total = 0n;
    const credits = new Map(
      (
        await app.deps.db.select().from(revenueCredits).where(sql`${revenueCredits.importId} = ${found.id}`)
      ).map((credit) => [credit.userId, credit]),
    );
    const wrongCredits: string[] = [];
    for (const [owner, share] of shares) {
      const all = (rests.get(owner) ?? 0n) + share;
      // Rounds down to whole cents. Negative amounts round away from zero.
      const rest = ((all % 10_000n) + 10_000n) % 10_000n;
      const credit = all - rest;
      total += credit;
      rests.set(owner, rest);
      credited.set(owner, (credited.get(owner) ?? 0n) + credit);
      const row = credits.get(owner);
      if (`${row?.shareMicros} ${row?.creditMicros} ${row?.restAfterMicros}` !== `${share} ${credit} ${rest}`)
        wrongCredits.push(owner);
    }
    t.same(wrongCredits.slice(0, 3), [], `every creator of the ${kind}`);
    t.equal(credits.size, shares.size);
    t.equal(exactly(after.totals?.to_creators ?? ''), total);
  }

  const { rows: balances } = await app.deps.pool.query<{ user_id: string; kind: string; micros: string }>(
    `select user_id, kind, balance_micros::text as micros from ledger_accounts where user_id is not null`,
  );
  const of = (map: Map<string, bigint>, kind: string) =>
    balances.filter((row) => row.kind === kind && BigInt(row.micros) !== (map.get(row.user_id) ?? 0n));
  t.same(of(credited, 'earned').slice(0, 3), []);
  t.same(of(rests, 'rest').slice(0, 3), []);
  t.same(await findDiscrepancies(app.deps), []);

  await t.test('the rules in code say the same as those of the database', async (t) => {
    const { rows } = await app.deps.db.execute<{ user_id: string; points: number }>(
      sql`select u.id as user_id, ${basisPointsIn('2026-10', sql`u.id`)} as points from users u`,
    );
    const byUser = Map.groupBy(terms, ({ userId }) => userId);
    const wrong = rows.filter(
      ({ user_id: id, points }) => shareOn(byUser.get(id) ?? [], LAST_DAY) !== points,
    );
    t.same(wrong, []);
    t.ok(owners.every(({ id, isFounder: is }) => isFounderOn(byUser.get(id) ?? [], LAST_DAY) === is));
    const nets = Array.from({ length: 2000 }, () => Number(exactly(amountOf(random))) * (random(2) * 2 - 1));
    const { rows: shares } = await app.deps.db.execute<{ net: string; usual: string; founder: string }>(
      sql`select net::text, (${shareOfNet(sql`net`, sql`7000`)})::text as usual,
        (${shareOfNet(sql`net`, sql`7500`)})::text as founder from unnest(${sql.param(nets)}::bigint[]) as n (net)`,
    );
    t.same(
      shares.filter(
        ({ net, usual, founder }) =>
          shareOfMicros(Number(net), 7000) !== Number(usual) ||
          shareOfMicros(Number(net), 7500) !== Number(founder),
      ),
      [],
    );
  });
});
