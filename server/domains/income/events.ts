import { Id, OneOf } from '../../lib/schemas.ts';
import { event } from '../../outbox/event.ts';

/** A month, or a correction of one, was credited to creators: a row of `revenue_imports` with its `revenue_credits`. */
export const revenueCredited = event('revenue.credited', { importId: Id });

/** Steps that the payout's owner is notified of. */
export const TOLD_STEPS = ['form_asked', 'approved', 'paid', 'rejected'] as const;
export type ToldStep = (typeof TOLD_STEPS)[number];

export const payoutMoved = event('payout.moved', { payoutId: Id, step: OneOf(TOLD_STEPS) });

export const revenueUploaded = event('revenue.check', { importId: Id });
