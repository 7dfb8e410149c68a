import Type from 'typebox';
import { Id, OneOf } from '../../lib/schemas.ts';
import { event } from '../../outbox/event.ts';

export const RETURN_CAUSES = ['blocked', 'deleted'] as const;
export type ReturnCause = (typeof RETURN_CAUSES)[number];

/** `unlockId` is the first returned unlock. */
export const coinsReturned = event('coins.returned', {
  unlockId: Id,
  coins: Type.Integer(),
  episodes: Type.Integer(),
  cause: OneOf(RETURN_CAUSES),
});

export const purchaseMade = event('purchase.made', { purchaseId: Id });

export const episodeUnlocked = event('episode.unlocked', { unlockId: Id });
