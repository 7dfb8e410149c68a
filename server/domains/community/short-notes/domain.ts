import { popReactionCounts, popReactions, tsukkomiComments } from '#db/schema/index.ts';
import { limitWrites, listLimits } from '../../../limits/deeds.ts';
import { defineDomain } from '../../define.ts';
import { notesContract } from './contract.ts';
import { noteLimits, noteTendingLimits, reactLimits } from './limits.ts';
import { collectNotes, eraseNotes } from './personal.ts';
import { notesRoutes } from './routes.ts';

export const notes = defineDomain({
  name: 'notes',
  contract: notesContract,
  routes: limitWrites(notesRoutes, noteTendingLimits),
  tables: [tsukkomiComments, popReactions, popReactionCounts],
  limits: listLimits(noteLimits, reactLimits, noteTendingLimits),
  personal: {
    columns: { 'tsukkomi_comments.author_id': 'erased', 'pop_reactions.reader_id': 'erased' },
    collect: collectNotes,
    erase: eraseNotes,
  },
});
