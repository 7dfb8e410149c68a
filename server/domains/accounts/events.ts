/** What happens in this room and others react to. */
import Type from 'typebox';
import { Id } from '../../lib/schemas.ts';
import { event } from '../define.ts';

/** Its deletion was called off. */
export const accountKept = event('account.kept', { userId: Id });

/** Somebody was given a right of the house or lost it: an entry of `admin_actions`. `deed` is another one each time. */
export const rightChanged = event('account.right_changed', { userId: Id, deed: Id, number: Type.Integer() });

/** Whoever runs the house has taken a second factor that its owner had lost. */
export const factorReset = event('account.factor_reset', { userId: Id, deed: Id });

/** Somebody signed in on a device that was not known to be theirs. */
export const deviceNew = event('session.device_new', { sessionId: Id });
