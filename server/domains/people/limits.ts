import { perHour } from '../../limits/attempts.ts';
import { deedLimits } from '../../limits/deeds.ts';

export const peopleLimits = {
  shutOut: perHour('shut-out', 200),
};

/** Of all that changes whom a reader hears, whichever and how. */
export const hearingLimits = deedLimits('hearing', {
  minute: [120, 1_000],
  day: [3_000, 50_000],
  minuteNew: [60, 500],
  dayNew: [600, 5_000],
});
