import Type from 'typebox';
import { unlocks } from '#db/schema/index.ts';
import { Id, Moment } from '../../../lib/schemas.ts';
import { defineDomain, event, job, reaction, SELDOM_MS } from '../../define.ts';
import { episodeBlocked, episodeDeleted } from '../../publishing/releases/events.ts';
import { storyErased } from '../../publishing/stories/events.ts';
import { unlockContract } from './contract.ts';
import { coinsReturned } from './events.ts';
import { collectUnlocks } from './personal.ts';
import { returnBlocked, returnCoins } from './returns.ts';
import { unlockRoutes } from './routes.ts';

/** decisions.md §5, §9: who paid for an episode that is deleted or blocked gets the coins back. */
const returning = job(
  'unlock.return_coins',
  { storyId: Id, episodeId: Type.Optional(Id), blockedAt: Type.Optional(Moment) },
  { group: 'quick', attempts: 10, backoffMs: 2_000, priority: 0 },
  { run: (deps, which) => returnCoins(deps, which) },
);

export const unlock = defineDomain({
  name: 'unlock',
  contract: unlockContract,
  routes: unlockRoutes,
  tables: [unlocks],
  events: [event('episode.unlocked', { unlockId: Id }), coinsReturned],
  jobs: [returning],
  reactions: [
    reaction(episodeDeleted, returning, ({ storyId, episodeId }) => ({ storyId, episodeId })),
    reaction(storyErased, returning, ({ storyId }) => ({ storyId })),
    reaction(episodeBlocked, returning, (blocked) => blocked),
  ],
  sweeps: [{ name: 'unlock.return_blocked', everyMs: SELDOM_MS, run: returnBlocked }],
  personal: {
    // What was paid stays with the account, which says nothing of anybody.
    columns: { 'unlocks.reader_id': 'kept' },
    collect: collectUnlocks,
  },
});
