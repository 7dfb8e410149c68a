import Type from 'typebox';
import { Id } from '../../lib/schemas.ts';
import { event } from '../../outbox/event.ts';

export const accountKept = event('account.kept', { userId: Id });

/** A platform right was granted or revoked: an entry of `admin_actions`. `deed` is unique per event. */
export const rightChanged = event('account.right_changed', { userId: Id, deed: Id, number: Type.Integer() });

/** An operator reset a second factor that its owner had lost. */
export const factorReset = event('account.factor_reset', { userId: Id, deed: Id });

export const deviceNew = event('session.device_new', { sessionId: Id });
