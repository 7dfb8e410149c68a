import { actionLimits } from '../../limits/actions.ts';

/** Submitted receipts. Each may cause a request to a store. */
export const purchaseLimits = actionLimits('purchase', {
  minute: [30, 200],
  day: [300, 5_000],
  minuteNew: [15, 100],
  dayNew: [100, 1_000],
});
