import { Id } from '../../lib/schemas.ts';
import { event } from '../define.ts';

/** Its deletion was called off. */
export const accountKept = event('account.kept', { userId: Id });
