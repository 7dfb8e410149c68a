import { perHour } from '../../../limits/attempts.ts';
import { deedLimits, TENDING } from '../../../limits/deeds.ts';

export const peopleLimits = {
  shutOut: perHour('shut-out', 200),
};

/** Of all that changes whom a reader hears, whichever and how. */
export const hearingLimits = deedLimits('hearing', TENDING);
