/**
 * Amounts that are counted per account and per address: one row for each and its window, in the database that all processes
 * share. What is asked for is noted before it is used, in one statement, so that many at once do not slip through together.
 */
import type { Deps } from '../deps.ts';
import { addAmounts, subtractAmounts } from '../domains/platform/tables/amounts.ts';
import { tooMany } from '../lib/errors.ts';
import { type Allowance, type Subject, subjects } from './attempts.ts';

/** Work that goes on after the request has no address any more; a visitor has no account. */
export type Spender = { userId: string; address: string | null } | { userId: null; address: string };
export type Expense = { allowance: Allowance; amount: number };

export type Spent = {
  /** All of it, or as much as is named: it was not used, or is in use no more. */
  giveBack(unused?: readonly Expense[]): Promise<void>;
};

type Share = { bucket: string; amount: number; most: number; allowance: Allowance };

/** Takes all of it or nothing. Throws 429 with `Retry-After` when the account or its address has had its share. */
export async function spend(deps: Deps, who: Spender, expenses: readonly Expense[]): Promise<Spent> {
  const now = deps.clock.now();
  const sharesOf = (some: readonly Expense[]) => some.flatMap((one) => toShares(one, who)).sort(byBucket);
  const shares = sharesOf(expenses);
  const ends = ({ allowance }: Share) => new Date(now.getTime() + allowance.windowMs);
  const used = await addAmounts(
    deps,
    shares.map((share) => ({ ...share, endsAt: ends(share) })),
    now,
  );
  // Only from the window in which it was taken.
  const giveBack = (unused = expenses) =>
    subtractAmounts(
      deps,
      sharesOf(unused).map((share) => ({ ...share, endsAt: new Date(used.get(share.bucket)?.ends_at ?? 0) })),
    );
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
  const shares = (subject: Subject, most: number) =>
    subject.map((one) => ({ bucket: `${name}/${one.name}`, amount, most: one.times * most, allowance }));
  return [
    ...(userId === null ? [] : shares(subjects.user(userId), most)),
    ...(address === null ? [] : shares(subjects.address(address), mostPerAddress)),
  ];
}

/** Rows are always locked in the same order, so that no two statements wait for each other. */
const byBucket = (one: Share, other: Share): number => (one.bucket < other.bucket ? -1 : 1);
