import { storySlugs, stories as table } from '../../../db/schema/index.ts';
import { defineDomain } from '../define.ts';
import { storiesContract } from './contract.ts';
import { storyLimits } from './limits.ts';
import { collectStories, eraseStories } from './personal.ts';
import { storiesRoutes } from './routes.ts';

export const stories = defineDomain({
  name: 'stories',
  contract: storiesContract,
  routes: storiesRoutes,
  tables: [table, storySlugs],
  limits: storyLimits,
  personal: { columns: { 'stories.owner_id': 'erased' }, collect: collectStories, erase: eraseStories },
});
