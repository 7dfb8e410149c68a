/** Amounts per account and address, one row per window. Booking before use keeps parallel requests in the limit. */
import type { Deps } from '../deps.ts';
import { addAmounts, subtractAmounts } from '../domains/platform/tables/amounts.ts';
import { tooMany } from '../lib/errors.ts';
import { type Allowance, type Subject, subjects } from './attempts.ts';

/** Work after the request ended has no address. A visitor has no account. */
export type Spender = { userId: string; address: string | null } | { userId: null; address: string };
export type Expense = { allowance: Allowance; amount: number };

export type Spent = {
  /** Returns unused amounts, by default all of them. */
  giveBack(unused?: readonly Expense[]): Promise<void>;
};

type Share = { bucket: string; amount: number; most: number; allowance: Allowance };

/** Books all amounts or none. Throws 429 with `Retry-After` when the account or its address is at the limit. */
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
  // Only affects the window the amount was booked in.
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

/** A fixed lock order prevents deadlocks. */
const byBucket = (one: Share, other: Share): number => (one.bucket < other.bucket ? -1 : 1);
