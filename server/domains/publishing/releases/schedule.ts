/** Plans releases: wall time, zone and the moment they mean are kept together (EPI-24…EPI-28, decisions.md §5). */
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
import { purgeAnnouncement, requirePublisher, requireReady, requireUnblocked } from './service.ts';

export type Wish = { date: string; time: string; zoneName: string };
export type Plan = Resolved & { wallTime: string; zone: string };

/** Throws 422 for what is no day, no time of day or no zone, and for a moment too near or too far. */
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
    // Today's date is right: only the time is to be changed.
    const isToday = problem === 'too_soon' && wallTimeAt(now, zone).startsWith(day);
    throw unprocessable({ [isToday ? 'time' : 'date']: [problem] });
  }
  return { ...resolved, wallTime, zone };
}

const problemOf = (field: string, given: string, read: string | null): FieldErrors =>
  read === null ? { [field]: [given === '' ? 'blank' : 'invalid'] } : {};

type Schedule = Wish & {
  /** Told to readers; each plan says it anew. */
  isAnnounced?: boolean;
  lockVersion?: number;
};

/** Schedules, or changes the plan of what is scheduled. The job is void once the plan is another. */
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
    // The same plan sent twice is one.
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
    await record(tx, 'episode.publish_due', payload, { runAt: publishAt });
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
