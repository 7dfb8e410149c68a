import { Id } from '../../lib/schemas.ts';
import { event } from '../../outbox/event.ts';

export const exportRequested = event('account.make_export', { exportId: Id });
