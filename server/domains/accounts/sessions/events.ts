import { Id } from '../../../lib/schemas.ts';
import { event } from '../../define.ts';

/** Somebody signed in on a device that was not known to be theirs. */
export const deviceNew = event('session.device_new', { sessionId: Id });
