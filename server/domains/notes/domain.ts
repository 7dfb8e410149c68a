import { popReactionCounts, popReactions, tsukkomiComments } from '../../../db/schema/index.ts';
import { defineDomain } from '../define.ts';
import { notesContract } from './contract.ts';
import { noteLimits } from './limits.ts';
import { collectNotes, eraseNotes } from './personal.ts';
import { notesRoutes } from './routes.ts';

export const notes = defineDomain({
  name: 'notes',
  contract: notesContract,
  routes: notesRoutes,
  tables: [tsukkomiComments, popReactions, popReactionCounts],
  limits: noteLimits,
  personal: {
    columns: { 'tsukkomi_comments.author_id': 'erased', 'pop_reactions.reader_id': 'erased' },
    collect: collectNotes,
    erase: eraseNotes,
  },
});
