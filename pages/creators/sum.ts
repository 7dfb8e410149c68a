import { PAYOUT_THRESHOLD_CENTS, shareOf } from '../../server/domains/income/earnings/rules.ts';

/** Invented figures. */
const NET_CENTS = 212_40;
const LEFT_CENTS = 36_20;

export function exampleSum() {
  const shareBasisPoints = shareOf({ founder: false });
  const yoursCents = Math.floor((NET_CENTS * shareBasisPoints) / 10_000);
  return {
    months: { earned: { year: 2026, month: 10 }, before: { year: 2026, month: 9 } },
    netCents: NET_CENTS,
    yoursCents,
    leftCents: LEFT_CENTS,
    totalCents: yoursCents + LEFT_CENTS,
    sharePercent: shareBasisPoints / 100,
    thresholdCents: PAYOUT_THRESHOLD_CENTS,
  };
}
