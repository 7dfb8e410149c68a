import { likes, ratings } from '#db/schema/index.ts';
import { defineDomain } from '../../define.ts';
import { reactionsContract } from './contract.ts';
import { reactionLimits } from './limits.ts';
import { collectReactions, eraseReactions } from './personal.ts';
import { reactionsRoutes } from './routes.ts';

export const reactions = defineDomain({
  name: 'reactions',
  contract: reactionsContract,
  routes: reactionsRoutes,
  limits: reactionLimits,
  tables: [likes, ratings],
  personal: {
    columns: { 'likes.reader_id': 'erased', 'ratings.reader_id': 'erased' },
    collect: collectReactions,
    erase: eraseReactions,
  },
});
