/** Plans releases. Stores wall time, zone and the resulting moment together (EPI-24…EPI-28, decisions.md §5). */

import { type Deps, inTransaction } from '../../../deps.ts';
import { type FieldErrors, unprocessable } from '../../../lib/errors.ts';
import { canonicalZone } from '../../../lib/timezones.ts';
import type { Viewer } from '../../../lib/viewer.ts';
import {
  aheadProblem,
  parseDate,
  parseTime,
  type Resolved,
  resolveWallTime,
  wallTimeAt,
} from '../../../lib/wall-time.ts';
import { record } from '../../../outbox/record.ts';
import { nextStatus } from '../../platform/policy/rules.ts';
import { keepReceipt } from '../episodes/receipts.ts';
import { changeState, OFF_SCHEDULE } from '../episodes/states.ts';
import { requireEpisode, requireVersion } from '../episodes/team.ts';
import { episodeDue } from '../events.ts';
import { purgeAnnouncement, requirePublisher, requireReady, requireUnblocked } from './service.ts';

export type Wish = { date: string; time: string; zoneName: string };
export type Plan = Resolved & { wallTime: string; zone: string };

/** Throws 422 for an invalid day, time or zone, and for a moment too near or too far. */
export function planRelease({ date, time, zoneName }: Wish, now: Date): Plan {
  const [day, timeOfDay, zone] = [parseDate(date), parseTime(time), canonicalZone(zoneName)];
  if (day === null || timeOfDay === null || zone === null) {
    throw unprocessable({
      ...problemOf('date', date, day),
      ...problemOf('time', time, timeOfDay),
      ...problemOf('zone_name', zoneName, zone),
    });
  }
  const wallTime = `${day}T${timeOfDay}`;
  const resolved = resolveWallTime(wallTime, zone);
  const problem = aheadProblem(resolved.instant, now);
  if (problem !== null) {
    // Today's date is valid, so only the time is wrong.
    const isToday = problem === 'too_soon' && wallTimeAt(now, zone).startsWith(day);
    throw unprocessable({ [isToday ? 'time' : 'date']: [problem] });
  }
  return { ...resolved, wallTime, zone };
}

const problemOf = (field: string, given: string, read: string | null): FieldErrors =>
  read === null ? { [field]: [given === '' ? 'blank' : 'invalid'] } : {};

type Schedule = Wish & {
  /** Shown to readers. Each plan sets it again. */
  isAnnounced?: boolean;
  lockVersion?: number;
};

/** Schedules an episode, or changes its plan, which voids the job of the old plan. */
export async function scheduleEpisode(
  deps: Deps,
  viewer: Viewer,
  episodeId: string,
  { isAnnounced = false, lockVersion, ...wish }: Schedule,
): Promise<Plan> {
  return inTransaction(deps, async (tx) => {
    const found = await requireEpisode(tx, viewer, episodeId, 'publish', { forUpdate: true });
    const { episode, story } = found;
    nextStatus(episode.status, 'schedule');
    requireUnblocked(story);
    requireVersion(episode, lockVersion);
    const now = tx.clock.now();
    const plan = planRelease(wish, now);
    await requirePublisher(tx, viewer, story.ownerId);
    await requireReady(tx, found);
    const publishAt = plan.instant;
    const isSame =
      episode.publishAt?.getTime() === publishAt.getTime() &&
      episode.publishZone === plan.zone &&
      episode.publishWallTime === plan.wallTime &&
      episode.isAnnounced === isAnnounced;
    // Sending the same plan again changes nothing.
    if (episode.status === 'scheduled' && isSame) return plan;
    await changeState(tx, episode, {
      status: 'scheduled',
      publishAt,
      publishWallTime: plan.wallTime,
      publishZone: plan.zone,
      isAnnounced,
      withdrawnAt: null,
    });
    await keepReceipt(tx, {
      episode,
      deed: episode.status === 'scheduled' ? 'reschedule' : 'schedule',
      toStatus: 'scheduled',
      actorId: viewer.id,
      dueAt: publishAt,
    });
    const payload = { episodeId, publishAt: publishAt.toISOString() };
    await record(tx, episodeDue, payload, { runAt: publishAt });
    if (isAnnounced || episode.isAnnounced) purgeAnnouncement(tx, episode);
    return plan;
  });
}

export async function unscheduleEpisode(deps: Deps, viewer: Viewer, episodeId: string): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const { episode } = await requireEpisode(tx, viewer, episodeId, 'publish', { forUpdate: true });
    nextStatus(episode.status, 'unschedule');
    await changeState(tx, episode, {
      status: 'in_progress',
      ...OFF_SCHEDULE,
    });
    await keepReceipt(tx, { episode, deed: 'unschedule', toStatus: 'in_progress', actorId: viewer.id });
    if (episode.isAnnounced) purgeAnnouncement(tx, episode);
  });
}
