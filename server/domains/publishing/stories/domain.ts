import { erasedStories, storyMembers, storySlugs, stories as storyRows } from '#db/schema/index.ts';
import { defineDomain } from '../../define.ts';
import { storiesContract } from './contract.ts';
import { storyErased } from './events.ts';
import { storyLimits } from './limits.ts';
import { collectStories, eraseStories } from './personal.ts';
import { storiesRoutes } from './routes.ts';

export const stories = defineDomain({
  name: 'stories',
  contract: storiesContract,
  routes: storiesRoutes,
  events: [storyErased],
  tables: [storyRows, storySlugs, storyMembers, erasedStories],
  limits: storyLimits,
  personal: {
    // What was earned stays with the account, which says nothing of anybody.
    columns: { 'stories.owner_id': 'erased', 'erased_stories.owner_id': 'kept' },
    collect: collectStories,
    erase: eraseStories,
  },
});
