import { Id } from '../../lib/schemas.ts';
import { event } from '../../outbox/event.ts';

export const pushPlanned = event('push.planned', { turn: Id });
