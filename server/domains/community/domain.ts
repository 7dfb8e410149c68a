import {
  commentLikes,
  commentMentions,
  comments as commentRows,
  commentSettings,
  commentThreads,
  keptOut,
  likes,
  popReactionCounts,
  popReactions,
  ratings,
  shutOuts,
  tsukkomiComments,
} from '../../../db/schema/index.ts';
import { DAY_MS } from '../../lib/durations.ts';
import { limitWrites, listLimits } from '../../limits/actions.ts';
import { defineDomain, definePart } from '../define.ts';
import { peopleContract } from './blocks/contract.ts';
import { peopleRoutes } from './blocks/routes.ts';
import { commentsContract } from './comments/contract.ts';
import { correctCounts } from './comments/corrections.ts';
import { commentsRoutes } from './comments/routes.ts';
import { commentMentioned, commentPosted } from './events.ts';
import { reactionsContract } from './likes/contract.ts';
import { reactionsRoutes } from './likes/routes.ts';
import {
  commentLimits,
  hearingLimits,
  noteLimits,
  noteTendingLimits,
  peopleLimits,
  reactionLimits,
  reactLimits,
  tendingLimits,
} from './limits.ts';
import {
  collectComments,
  collectNotes,
  collectPeople,
  collectReactions,
  eraseComments,
  eraseNotes,
  erasePeople,
  eraseReactions,
} from './personal.ts';
import { notesContract } from './short-notes/contract.ts';
import { notesRoutes } from './short-notes/routes.ts';

const likesPart = definePart({
  name: 'likes',
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

const blocksPart = definePart({
  name: 'blocks',
  contract: peopleContract,
  routes: limitWrites(peopleRoutes, hearingLimits),
  tables: [shutOuts],
  limits: { ...peopleLimits, ...hearingLimits },
  personal: {
    columns: { 'shut_outs.reader_id': 'erased', 'shut_outs.person_id': 'erased' },
    collect: collectPeople,
    erase: erasePeople,
  },
});

const commentsPart = definePart({
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

const shortNotesPart = definePart({
  name: 'short-notes',
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

export const community = defineDomain('community', likesPart, blocksPart, commentsPart, shortNotesPart);
