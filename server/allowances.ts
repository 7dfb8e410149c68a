/**
 * Amounts that are counted per account and per address: one row for each and its window, in the database that all processes
 * share. What is asked for is noted before it is used, in one statement, so that many at once do not slip through together.
 */
import { sql } from 'drizzle-orm';
import type { Deps } from './deps.ts';
import { tooMany } from './lib/errors.ts';
import { type Allowance, subjects } from './limits.ts';

export type Spender = { userId: string; address: string };
export type Expense = { allowance: Allowance; amount: number };

export type Spent = {
  /** All of it, or as much as is named: it was not used, or is in use no more. */
  giveBack(unused?: readonly Expense[]): Promise<void>;
};

type Share = { bucket: string; amount: number; most: number; allowance: Allowance };
type Used = { bucket: string; amount: string; ends_at: string };

/** Takes all of it or nothing. Throws 429 with `Retry-After` when the account or its address has had its share. */
export async function spend(deps: Deps, who: Spender, expenses: readonly Expense[]): Promise<Spent> {
  const now = deps.clock.now();
  const sharesOf = (some: readonly Expense[]) => some.flatMap((one) => toShares(one, who)).sort(byBucket);
  const shares = sharesOf(expenses);
  const used = await note(deps, shares, now);
  const giveBack = (unused = expenses) => takeBack(deps, sharesOf(unused), used);
  const full = shares.filter(({ bucket, most }) => Number(used.get(bucket)?.amount) > most);
  if (full.length === 0) return { giveBack };
  await giveBack();
  const waits = full.map(
    ({ bucket }) => new Date(used.get(bucket)?.ends_at ?? now).getTime() - now.getTime(),
  );
  throw tooMany('rate_limited', { retryAfterSeconds: Math.max(1, Math.ceil(Math.max(...waits) / 1000)) });
}

function toShares({ allowance, amount }: Expense, { userId, address }: Spender): Share[] {
  const { name, most, mostPerAddress } = allowance;
  return [
    { bucket: `${name}/${subjects.user(userId)}`, amount, most, allowance },
    { bucket: `${name}/${subjects.address(address)}`, amount, most: mostPerAddress, allowance },
  ];
}

/** Rows are always locked in the same order, so that no two statements wait for each other. */
const byBucket = (one: Share, other: Share): number => (one.bucket < other.bucket ? -1 : 1);

/** Answers what has been used by now, this included. A window that is over begins anew. */
async function note(deps: Deps, shares: readonly Share[], now: Date): Promise<Map<string, Used>> {
  const ends = shares.map(({ allowance }) => new Date(now.getTime() + allowance.windowMs).toISOString());
  const { rows } = await deps.db.execute<Used>(sql`
    insert into used_amounts as used (bucket, amount, ends_at)
    select * from unnest(${sql.param(shares.map(({ bucket }) => bucket))}::text[],
      ${sql.param(shares.map(({ amount }) => amount))}::bigint[], ${sql.param(ends)}::timestamptz[])
    on conflict (bucket) do update set
      amount = case when used.ends_at <= ${now} then excluded.amount else used.amount + excluded.amount end,
      ends_at = case when used.ends_at <= ${now} then excluded.ends_at else used.ends_at end
    returning bucket, amount, ends_at`);
  return new Map(rows.map((row) => [row.bucket, row]));
}

/** Only from the window in which it was taken. */
async function takeBack(deps: Deps, shares: readonly Share[], used: Map<string, Used>): Promise<void> {
  const ends = shares.map(({ bucket }) => new Date(used.get(bucket)?.ends_at ?? 0).toISOString());
  await deps.db.execute(sql`
    update used_amounts as used set amount = greatest(0, used.amount - back.amount)
    from unnest(${sql.param(shares.map(({ bucket }) => bucket))}::text[],
      ${sql.param(shares.map(({ amount }) => amount))}::bigint[],
      ${sql.param(ends)}::timestamptz[]) as back(bucket, amount, ends_at)
    where used.bucket = back.bucket and date_trunc('milliseconds', used.ends_at) = back.ends_at`);
}
