import { Id } from '../../lib/schemas.ts';
import { event } from '../define.ts';

export const pushPlanned = event('push.planned', { turn: Id });
