import {
  chapterPictures,
  chapters,
  episodeEvents,
  episodePages,
  episodes as episodeRows,
  epubChapters,
  epubs,
  erasedStories,
  geofilterStrategies,
  keptChapters,
  keptPages,
  keptPictures,
  pricingStrategies,
  storyInvitations,
  storyMembers,
  stories as storyRows,
  storySlugs,
} from '../../../db/schema/index.ts';
import { Id } from '../../lib/schemas.ts';
import { event } from '../../outbox/event.ts';
import { accountKept } from '../accounts/events.ts';
import { defineDomain, definePart, job, OFTEN_MS, reaction, SELDOM_MS } from '../define.ts';
import { geoContract } from './countries/contract.ts';
import { geoRoutes } from './countries/routes.ts';
import { episodesContract } from './episodes/contract.ts';
import { episodesRoutes } from './episodes/routes.ts';
import {
  episodeBlocked,
  episodeCalledOff,
  episodeDeleted,
  episodeDue,
  episodePublished,
  episodeUnpublished,
  epubsDeleted,
  epubUploaded,
  storyErased,
  teamInvited,
  teamJoined,
  teamRemoved,
  teamRoleChanged,
} from './events.ts';
import { episodeLimits, novelLimits, storyLimits, teamLimits } from './limits.ts';
import { publishingMails, teamMails } from './mails.ts';
import { readBook } from './novels/books/read.ts';
import { deleteEpubFiles, eraseBooks, refuseBook } from './novels/books/service.ts';
import { removeOldBooks, requeueStuckBooks } from './novels/books/sweeps.ts';
import { novelsContract } from './novels/contract.ts';
import { novelsRoutes } from './novels/routes.ts';
import { readOldChapters } from './novels/unread.ts';
import {
  collectChapters,
  collectEpisodes,
  collectStories,
  collectTeams,
  eraseStories,
  eraseTeams,
} from './personal.ts';
import { pricingContract } from './pricing/contract.ts';
import { pricingRoutes } from './pricing/routes.ts';
import { purgeFreed } from './pricing/waited.ts';
import { publishingContract } from './releases/contract.ts';
import { purgeDeletedStories } from './releases/deletion.ts';
import { createReleaseSweep, publishDue } from './releases/due.ts';
import { publishingRoutes } from './releases/routes.ts';
import { restoreEpisodes } from './releases/withdrawal.ts';
import { storiesContract } from './stories/contract.ts';
import { storiesRoutes } from './stories/routes.ts';
import { teamsContract } from './teams/contract.ts';
import { deleteOldInvitations } from './teams/invitations.ts';
import { teamsRoutes } from './teams/routes.ts';

const storiesPart = definePart({
  name: 'stories',
  contract: storiesContract,
  routes: storiesRoutes,
  events: [storyErased],
  tables: [storyRows, storySlugs, storyMembers, erasedStories],
  limits: storyLimits,
  personal: {
    // Earnings stay with the account, which after erasure identifies nobody.
    columns: { 'stories.owner_id': 'erased', 'erased_stories.owner_id': 'kept' },
    collect: collectStories,
    erase: eraseStories,
  },
});

const episodesPart = definePart({
  name: 'episodes',
  contract: episodesContract,
  routes: episodesRoutes,
  tables: [episodeRows, episodePages, episodeEvents, keptPages, keptChapters, keptPictures],
  limits: episodeLimits,
  // Receipts belong to the story's team. After erasure the account identifies nobody.
  personal: { columns: { 'episode_events.actor_id': 'kept' }, collect: collectEpisodes },
});

const teamsPart = definePart({
  name: 'teams',
  contract: teamsContract,
  routes: teamsRoutes,
  tables: [storyInvitations],
  events: [teamInvited, teamJoined, teamRoleChanged, teamRemoved],
  sweeps: [{ name: 'invitations.delete_old', everyMs: SELDOM_MS, run: deleteOldInvitations }],
  limits: teamLimits,
  mails: teamMails,
  personal: {
    columns: { 'story_members.user_id': 'erased', 'story_invitations.invited_by': 'erased' },
    collect: collectTeams,
    erase: eraseTeams,
  },
});

const novelsPart = definePart({
  name: 'novels',
  contract: novelsContract,
  routes: novelsRoutes,
  tables: [chapters, epubs, epubChapters, chapterPictures],
  jobs: [
    job(
      epubUploaded,
      { group: 'images', attempts: 6, backoffMs: 2_000, priority: 0 },
      {
        run: (deps, { epubId }) => readBook(deps, { epubId }),
        // Otherwise the creator would see a book that is read for ever.
        giveUp: (deps, { epubId }) => refuseBook(deps, epubId, { reason: 'failed' }),
      },
    ),
    job(
      epubsDeleted,
      { group: 'quick', attempts: 10, backoffMs: 5_000, priority: 0 },
      { run: (deps, { epubIds }) => deleteEpubFiles(deps, epubIds) },
    ),
  ],
  sweeps: [
    { name: 'novels.requeue_stuck_books', everyMs: OFTEN_MS, run: requeueStuckBooks },
    { name: 'novels.read_old_chapters', everyMs: SELDOM_MS, run: readOldChapters },
    { name: 'novels.remove_old_books', everyMs: SELDOM_MS, run: removeOldBooks },
  ],
  limits: novelLimits,
  // The original stays with its chapters in somebody else's story.
  personal: { columns: { 'epubs.owner_id': 'kept' }, collect: collectChapters, erase: eraseBooks },
});

/** Pages may show a price for at most this long after an episode became free. */
const FREED_SWEEP_MS = 2_000;

const pricingPart = definePart({
  name: 'pricing',
  contract: pricingContract,
  routes: pricingRoutes,
  tables: [pricingStrategies],
  sweeps: [{ name: 'episodes.purge_freed', everyMs: FREED_SWEEP_MS, isPunctual: true, run: purgeFreed }],
});

const countriesPart = definePart({
  name: 'countries',
  contract: geoContract,
  routes: geoRoutes,
  tables: [geofilterStrategies],
});

/** Maximum delay of a release without its job. The sweep reads only one index, so it may run often. */
const RELEASE_SWEEP_MS = 500;

const restore = job(
  event('publishing.restore_episodes', { userId: Id }),
  { group: 'quick', attempts: 10, backoffMs: 2_000, priority: 0 },
  { run: (deps, { userId }) => restoreEpisodes(deps, userId) },
);

const releasesPart = definePart({
  name: 'releases',
  contract: publishingContract,
  routes: publishingRoutes,
  events: [episodeBlocked, episodePublished, episodeUnpublished, episodeDeleted, episodeCalledOff],
  jobs: [
    job(
      episodeDue,
      // Few attempts, because the sweep is faster than a long backoff.
      { group: 'quick', attempts: 4, backoffMs: 500, priority: 0 },
      {
        run: (deps, { episodeId, publishAt }) =>
          publishDue(deps, { episodeId, publishAt: new Date(publishAt) }),
      },
    ),
    restore,
  ],
  reactions: [reaction(accountKept, restore, ({ userId }) => ({ userId }))],
  sweeps: [
    { name: 'episodes.publish_due', everyMs: RELEASE_SWEEP_MS, isPunctual: true, run: createReleaseSweep() },
    { name: 'stories.purge_deleted', everyMs: SELDOM_MS, run: purgeDeletedStories },
  ],
  mails: publishingMails,
});

export const publishing = defineDomain(
  'publishing',
  storiesPart,
  episodesPart,
  teamsPart,
  novelsPart,
  pricingPart,
  countriesPart,
  releasesPart,
);
