import { Id, Moment } from '../../../lib/schemas.ts';
import { accountKept } from '../../accounts/accounts/events.ts';
import { defineDomain, event, job, reaction, SELDOM_MS } from '../../define.ts';
import { publishingContract } from './contract.ts';
import { purgeDeletedStories } from './deletion.ts';
import { createReleaseSweep, publishDue } from './due.ts';
import { episodeBlocked, episodeCalledOff, episodeDeleted, episodePublished } from './events.ts';
import { publishingMails } from './mails.ts';
import { publishingRoutes } from './routes.ts';
import { restoreEpisodes } from './withdrawal.ts';

/** How late a release may be while its job is lost or the queue is away; the sweep asks one index, so it may ask often. */
const RELEASE_SWEEP_MS = 500;

const restore = job(
  'publishing.restore_episodes',
  { userId: Id },
  { group: 'quick', attempts: 10, backoffMs: 2_000, priority: 0 },
  { run: (deps, { userId }) => restoreEpisodes(deps, userId) },
);

export const publishing = defineDomain({
  name: 'publishing',
  contract: publishingContract,
  routes: publishingRoutes,
  events: [
    episodeBlocked,
    episodePublished,
    event('episode.unpublished', { episodeId: Id }),
    episodeDeleted,
    episodeCalledOff,
  ],
  jobs: [
    job(
      'episode.publish_due',
      { episodeId: Id, publishAt: Moment },
      // The sweep comes to it sooner than a long wait would.
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
