/** More unlocks are not counted one by one. */
export const UNLOCKS_COUNTED_MAX = 10_000;

/** What becomes of the balance: request it first, after the open payout, or it is too small. Null: there is none. */
export function balanceAdvice(of: {
  balance: string;
  threshold: string;
  open_payout: string | null;
}): 'now' | 'next' | 'lost' | null {
  const balance = Number(of.balance);
  if (balance <= 0) return null;
  if (balance < Number(of.threshold)) return 'lost';
  return of.open_payout === null ? 'now' : 'next';
}
