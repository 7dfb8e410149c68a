import Type from 'typebox';
import { unlocks } from '../../../db/schema/index.ts';
import { Id } from '../../lib/schemas.ts';
import { defineDomain, event, job, reaction } from '../define.ts';
import { episodeDeleted } from '../publishing/events.ts';
import { storyErased } from '../stories/events.ts';
import { unlockContract } from './contract.ts';
import { collectUnlocks } from './personal.ts';
import { unlockRoutes } from './routes.ts';
import { returnCoins } from './service.ts';

/** decisions.md §5: who paid for an episode that is deleted gets the coins back. */
const returning = job(
  'unlock.return_coins',
  { storyId: Id, episodeId: Type.Optional(Id) },
  { group: 'quick', attempts: 10, backoffMs: 2_000, priority: 0 },
  { run: (deps, which) => returnCoins(deps, which) },
);

export const unlock = defineDomain({
  name: 'unlock',
  contract: unlockContract,
  routes: unlockRoutes,
  tables: [unlocks],
  events: [event('episode.unlocked', { unlockId: Id })],
  jobs: [returning],
  reactions: [
    reaction(episodeDeleted, returning, ({ storyId, episodeId }) => ({ storyId, episodeId })),
    reaction(storyErased, returning, ({ storyId }) => ({ storyId })),
  ],
  personal: {
    // What was paid stays with the account, which says nothing of anybody.
    columns: { 'unlocks.reader_id': 'kept' },
    collect: collectUnlocks,
  },
});
