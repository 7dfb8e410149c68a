import { Id } from '../../../lib/schemas.ts';
import { event } from '../../define.ts';

/** A month, or a correction of one, was credited to creators: a row of `revenue_imports` with its `revenue_credits`. */
export const revenueCredited = event('revenue.credited', { importId: Id });
