/** What happens in this room and others react to. */
import { Id } from '../../lib/schemas.ts';
import { event } from '../define.ts';

/** Something waits to be sent to devices. */
export const pushPlanned = event('push.planned', { turn: Id });
