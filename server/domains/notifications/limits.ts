import { actionLimits, TENDING } from '../../limits/actions.ts';
import { perHour } from '../../limits/attempts.ts';

export const notificationLimits = {
  device: perHour('push-device', 30),
};

/** For all changes of notifications, and of the devices that receive them. */
export const tidyingLimits = actionLimits('notification-tidy', TENDING);
