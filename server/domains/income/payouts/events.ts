import { Id, OneOf } from '../../../lib/schemas.ts';
import { event } from '../../define.ts';

/** What its owner is told of. */
export const TOLD_STEPS = ['form_asked', 'approved', 'paid', 'rejected'] as const;
export type ToldStep = (typeof TOLD_STEPS)[number];

export const payoutMoved = event('payout.moved', { payoutId: Id, step: OneOf(TOLD_STEPS) });
