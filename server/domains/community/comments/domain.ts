import {
  commentLikes,
  commentMentions,
  comments as commentRows,
  commentSettings,
  commentThreads,
  keptOut,
} from '#db/schema/index.ts';
import { DAY_MS } from '../../../lib/durations.ts';
import { limitWrites, listLimits } from '../../../limits/deeds.ts';
import { defineDomain } from '../../define.ts';
import { commentsContract } from './contract.ts';
import { correctCounts } from './corrections.ts';
import { commentMentioned, commentPosted } from './events.ts';
import { commentLimits, tendingLimits } from './limits.ts';
import { collectComments, eraseComments } from './personal.ts';
import { commentsRoutes } from './routes.ts';

export const comments = defineDomain({
  name: 'comments',
  contract: commentsContract,
  routes: limitWrites(commentsRoutes, tendingLimits),
  tables: [commentRows, commentLikes, commentMentions, commentThreads, commentSettings, keptOut],
  events: [commentPosted, commentMentioned],
  sweeps: [{ name: 'comments.correct_counts', everyMs: DAY_MS, run: correctCounts }],
  limits: listLimits(commentLimits, tendingLimits),
  personal: {
    columns: {
      'comments.author_id': 'erased',
      'comment_likes.reader_id': 'erased',
      'comment_mentions.user_id': 'erased',
      'kept_out.user_id': 'erased',
    },
    collect: collectComments,
    erase: eraseComments,
  },
});
