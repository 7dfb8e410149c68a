/** How often somebody may do what this room offers. */
import { actionLimits } from '../../limits/actions.ts';

/** Of receipts that are handed in; each may ask a store. */
export const purchaseLimits = actionLimits('purchase', {
  minute: [30, 200],
  day: [300, 5_000],
  minuteNew: [15, 100],
  dayNew: [100, 1_000],
});
