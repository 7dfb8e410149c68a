/** What happens in this room and others react to. */
import Type from 'typebox';
import { Id, OneOf } from '../../lib/schemas.ts';
import { event } from '../define.ts';

/** Why readers get their coins back. */
export const RETURN_CAUSES = ['blocked', 'deleted'] as const;
export type ReturnCause = (typeof RETURN_CAUSES)[number];

/** A reader got coins back. `unlockId`: the first of so many. */
export const coinsReturned = event('coins.returned', {
  unlockId: Id,
  coins: Type.Integer(),
  episodes: Type.Integer(),
  cause: OneOf(RETURN_CAUSES),
});
