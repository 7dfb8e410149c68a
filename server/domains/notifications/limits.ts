import { perHour } from '../../limits/attempts.ts';
import { deedLimits } from '../../limits/deeds.ts';

export const notificationLimits = {
  device: perHour('push-device', 30),
};

/** Of all that changes notifications, and the devices that get them, whichever and how. */
export const tidyingLimits = deedLimits('notification-tidy', {
  minute: [120, 1_000],
  day: [3_000, 50_000],
  minuteNew: [60, 500],
  dayNew: [600, 5_000],
});
