import Type from 'typebox';
import { Id, OneOf } from '../../lib/schemas.ts';
import { event } from '../define.ts';

export const RETURN_CAUSES = ['blocked', 'deleted'] as const;
export type ReturnCause = (typeof RETURN_CAUSES)[number];

/** `unlockId` is the first returned unlock. */
export const coinsReturned = event('coins.returned', {
  unlockId: Id,
  coins: Type.Integer(),
  episodes: Type.Integer(),
  cause: OneOf(RETURN_CAUSES),
});
