import { Id } from '../../../lib/schemas.ts';
import { event } from '../../define.ts';

/** Its reporter may be told: the decision can be undone no more. */
export const reportDecided = event('report.decided', { reportId: Id });
