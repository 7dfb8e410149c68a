/** How often somebody may do what this room offers. */
import { perHour } from '../../limits/attempts.ts';
import { deedLimits, TENDING } from '../../limits/deeds.ts';

export const notificationLimits = {
  device: perHour('push-device', 30),
};

/** Of all that changes notifications, and the devices that get them, whichever and how. */
export const tidyingLimits = deedLimits('notification-tidy', TENDING);
