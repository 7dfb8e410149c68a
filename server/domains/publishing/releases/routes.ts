import type { Deps } from '../../../deps.ts';
import { defineRoutes } from '../../../lib/mount.ts';
import { findTeamEpisode, listTeamPages } from '../episodes/queries.ts';
import { findOwnStory } from '../stories/queries.ts';
import { foretell } from './consequences.ts';
import { publishingContract } from './contract.ts';
import { deleteEpisode, deleteStory, restoreStory } from './deletion.ts';
import { listDeletedStories } from './deletion-queries.ts';
import { listReceipts, listSchedule } from './queries.ts';
import { SHORTCOMINGS, type Standing } from './rules.ts';
import { scheduleEpisode, unscheduleEpisode } from './schedule.ts';
import { publishEpisode, unpublishEpisode } from './service.ts';
import { swapPage } from './swap.ts';
import { releaseTogether } from './together.ts';

const present = ({ number, isFree }: Standing) => ({ number, is_free: isFree });

export const publishingRoutes = defineRoutes<typeof publishingContract, Deps>(publishingContract, {
  'DELETE /creator/episodes/:id': async ({ deps, viewer, params }) => {
    await deleteEpisode(deps, viewer, params.id);
    return undefined;
  },
  'DELETE /creator/stories/:id': async ({ deps, viewer, params, body }) => {
    await deleteStory(deps, viewer, params.id, body.title);
    return undefined;
  },
  'POST /creator/stories/:id/consequences': async ({ deps, viewer, params, body }) => {
    const { deed, number, episode_id: episodeId, episode_ids: episodeIds, pricing } = body;
    const { consequences, total, hiddenBefore, buyers } = await foretell(deps, viewer, params.id, {
      deed,
      episodeId,
      number,
      episodeIds,
      pricing: pricing && {
        ...pricing,
        freeCount: pricing.free_count,
        freeAfterDays: pricing.free_after_days,
      },
    });
    return {
      consequences: consequences.map(({ now, next, ...episode }) => ({
        ...episode,
        now: present(now),
        next: present(next),
      })),
      total,
      hidden_before: hiddenBefore,
      buyers,
    };
  },
  'GET /creator/deleted_stories': ({ deps, viewer, query }) =>
    listDeletedStories(deps, viewer, { page: query.page, perPage: query.per_page }),
  'POST /creator/deleted_stories/:id/restore': async ({ deps, viewer, params }) => {
    await restoreStory(deps, viewer, params.id);
    return { story: await findOwnStory(deps, viewer, params.id) };
  },
  'POST /creator/episodes/:id/publish': async ({ deps, viewer, params, body }) => {
    await publishEpisode(deps, viewer, params.id, { lockVersion: body.lock_version });
    return { episode: await findTeamEpisode(deps, viewer, params.id) };
  },
  'POST /creator/episodes/:id/unpublish': async ({ deps, viewer, params }) => {
    await unpublishEpisode(deps, viewer, params.id);
    return { episode: await findTeamEpisode(deps, viewer, params.id) };
  },
  'POST /creator/stories/:id/releases': async ({ deps, viewer, params, body, request }) => {
    const { date = '', time = '', zone_name: zoneName = '', is_announced: isAnnounced = false } = body;
    const released = await releaseTogether(
      deps,
      viewer,
      params.id,
      body.deed === 'publish'
        ? { deed: 'publish', episodeIds: body.episode_ids }
        : {
            deed: 'schedule',
            episodeIds: body.episode_ids,
            wish: { date: date.trim(), time: time.trim(), zoneName: zoneName.trim() },
            isAnnounced,
          },
    );
    return {
      outcomes: released.map(({ id, found, outcome, refusal }) => ({
        episode_id: id,
        number: found?.number ?? null,
        title: found?.title ?? null,
        outcome,
        publish_at: found?.publishAt?.toISOString() ?? null,
        publish_zone: found?.publishZone ?? null,
        code: refusal?.code ?? null,
        message: refusal && request.describeError(refusal).message,
        missing: SHORTCOMINGS.filter((each) => refusal?.options.missing?.includes(each)),
      })),
    };
  },
  'POST /creator/pages/:id/swap': async ({ deps, viewer, params, body }) => {
    const { media_id: mediaId, lock_version: lockVersion } = body;
    const episodeId = await swapPage(deps, viewer, params.id, { mediaId, lockVersion });
    return listTeamPages(deps, viewer, episodeId);
  },
  'POST /creator/episodes/:id/schedule': async ({ deps, viewer, params, body }) => {
    const { date, time, zone_name: zoneName, is_announced: isAnnounced, lock_version: lockVersion } = body;
    const { adjusted } = await scheduleEpisode(deps, viewer, params.id, {
      date,
      time,
      zoneName,
      isAnnounced,
      lockVersion,
    });
    return { episode: await findTeamEpisode(deps, viewer, params.id), adjusted };
  },
  'POST /creator/episodes/:id/unschedule': async ({ deps, viewer, params }) => {
    await unscheduleEpisode(deps, viewer, params.id);
    return { episode: await findTeamEpisode(deps, viewer, params.id) };
  },
  'GET /creator/schedule': ({ deps, viewer, query }) => listSchedule(deps, viewer, query),
  'GET /creator/episodes/:id/events': ({ deps, viewer, params, query }) =>
    listReceipts(deps, viewer, params.id, { page: query.page, perPage: query.per_page }),
});
