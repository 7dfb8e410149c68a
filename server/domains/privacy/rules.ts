/** More unlocks are not counted one by one. */
export const UNLOCKS_COUNTED_MAX = 10_000;

/** What becomes of the balance: request it first, after the open payout, or it is too small. Null: there is none. */
export function balanceAdvice(of: {
  balance: string;
  threshold: string;
  open_payout: string | null;
}): 'leavingBalance' | 'leavingNext' | 'leavingRest' | null {
  const balance = Number(of.balance);
  if (balance <= 0) return null;
  if (balance < Number(of.threshold)) return 'leavingRest';
  return of.open_payout === null ? 'leavingBalance' : 'leavingNext';
}
