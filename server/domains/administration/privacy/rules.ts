/** Counting stops here. */
export const UNLOCKS_COUNTED_MAX = 10_000;

/** Request the balance `now` or after the open payout (`next`), or it is too small (`lost`). Null without a balance. */
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
