/** How often somebody may do what this room offers. */

import { actionLimits, TENDING } from '../../limits/actions.ts';
import { perHour } from '../../limits/attempts.ts';

export const notificationLimits = {
  device: perHour('push-device', 30),
};

/** Of all that changes notifications, and the devices that get them, whichever and how. */
export const tidyingLimits = actionLimits('notification-tidy', TENDING);
