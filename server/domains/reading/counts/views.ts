/** Owns `seen_marks`: which views and which seen advertisements count, each once. */

import { and, lt, sql } from 'drizzle-orm';
import { viewMarks } from '#db/schema/index.ts';
import { type Deps, inTransaction, type TransactionDeps } from '../../../deps.ts';
import { DAY_MS, MINUTE_MS } from '../../../lib/durations.ts';
import { notFound, tooMany } from '../../../lib/errors.ts';
import { lockByName } from '../../../lib/locks.ts';
import type { Viewer } from '../../../lib/viewer.ts';
import { asReader } from '../../../lib/viewer.ts';
import type { Network } from '../../../ports.ts';
import {
  findKnown,
  type KnownEpisode,
  type RecalledEpisode,
  recallEpisode,
} from '../../coins/unlock/access-facts.ts';
import { requireReadable, type Viewing, viewingOf, viewingsOf } from '../../coins/unlock/viewing.ts';
import { showsSlots } from '../../income/interstitials/rules.ts';
import { countAds, type SeenAd } from '../reading-time/service.ts';
import { addAds } from './house-ads.ts';
import { type Holder, isOwnMark, newMark, readerOf } from './marks.ts';
import { VIEW_MS } from './rules.ts';
import { addUp, type Figures } from './service.ts';
import { type View, viewCounter } from './view-counter.ts';

export type Visit = {
  viewer: Viewer | null;
  country: string | null;
  /** The mark that the device sent, unchecked. */
  mark: string | undefined;
  networks: readonly [Network, ...Network[]];
  /** A program that reads for others. It gets the usual answer, but is not counted. */
  isCrawler: boolean;
};

/** Returns the mark for the device, if any. Throws the errors of reading the episode, and 429 for too many views. */
export async function takeView(deps: Deps, episodeId: string, visit: Visit): Promise<string | null> {
  const nowMs = deps.clock.now().getTime();
  const waitMs = viewCounter.of(deps).views.take(visit.networks, nowMs);
  if (waitMs > 0) throw tooMany('rate_limited', { retryAfterSeconds: Math.ceil(waitMs / 1000) });
  const { viewing } = await findVisited(deps, episodeId, visit);
  // Previews do not count, and neither do administrators: they do not make episodes popular.
  if (viewing.isTeam || visit.isCrawler) return null;
  const mark = markFor(deps, visit);
  const isNew = visit.viewer === null && mark !== visit.mark;
  if (!isNew || viewCounter.of(deps).newDevices.take(visit.networks.map(at(episodeId)), nowMs) === 0)
    note(deps, { episodeId }, visit, holderOf(visit, mark));
  return mark;
}

/**
 * Counts an impression or a click, and answers like a view in any case. Devices have their mark from an earlier view.
 * Among those without, a network counts once per slot and day.
 */
export function takeAd(
  deps: Deps,
  seen: { episodeId: string; slot: number; adId?: string; isFollowed?: true },
  visit: Visit,
): string | null {
  const mark = markFor(deps, visit);
  const { metrics } = deps;
  const views = viewCounter.of(deps);
  // A click gets a negative number, which no slot has.
  const place = seen.isFollowed ? -seen.slot : seen.slot;
  const keys = visit.networks.map(at(`${seen.episodeId} ${place}`));
  const nowMs = deps.clock.now().getTime();
  if (visit.viewer !== null) note(deps, seen, visit, holderOf(visit, mark));
  else if (mark === visit.mark) {
    if (views.visitors.take(keys, nowMs) > 0) metrics.adLeftOut('network');
    else note(deps, seen, visit, holderOf(visit, mark));
  } else if (views.unmarked.take(keys, nowMs) > 0) metrics.adLeftOut('unmarked');
  else note(deps, seen, visit, { network: visit.networks[0].name });
  return mark;
}

const at =
  (place: string) =>
  ({ name, times }: Network): Network => ({ name: `${name} ${place}`, times });

export async function findVisited(
  deps: Deps,
  episodeId: string,
  { viewer, country }: Visit,
): Promise<{ known: RecalledEpisode; viewing: Viewing }> {
  const known = await recallEpisode(deps, viewCounter.of(deps).episodes, episodeId);
  if (known === null) throw notFound('not_found');
  const viewing = await viewingOf(deps, { person: viewer, country }, known);
  requireReadable(viewing.access);
  return { known, viewing };
}

/** The device's own mark if it is valid, or a new one. Accounts need none. */
export const markFor = (
  { signingKey }: Deps,
  { viewer, mark }: Pick<Visit, 'viewer' | 'mark'>,
): string | null => {
  if (viewer !== null) return null;
  return isOwnMark(signingKey, mark) ? mark : newMark(signingKey);
};

const holderOf = ({ viewer }: Visit, mark: string | null): Holder =>
  viewer === null ? { mark: mark ?? '' } : { userId: viewer.id };

function note(
  deps: Deps,
  seen: Pick<View, 'episodeId' | 'slot' | 'adId' | 'isFollowed'>,
  { viewer, country }: Visit,
  holder: Holder,
): void {
  const { slot, isFollowed } = seen;
  const place = isFollowed && slot !== undefined ? -slot : slot;
  const reader = readerOf(deps.signingKey, holder, place);
  viewCounter
    .of(deps)
    .add({ ...seen, reader, userId: viewer?.id ?? null, country, seenAt: deps.clock.now() });
}

/**
 * Counts a batch in one transaction: readable episodes, for readers outside the team who were not counted within 24
 * hours. Any number of processes may run at once. Returns the stories that have grown.
 */
export async function countViews(deps: Deps, views: readonly View[]): Promise<string[]> {
  if (views.length === 0) return [];
  return inTransaction(deps, async (tx) => {
    const ids = [...new Set(views.map(({ episodeId }) => episodeId))];
    const known = await findKnown(tx, ids);
    const asked = views.flatMap((view) => {
      const where = known.get(view.episodeId);
      const person = view.userId === null ? null : asReader(view.userId);
      return where === undefined ? [] : [{ view, where, who: { person, country: view.country } }];
    });
    const viewings = await viewingsOf(tx, asked, { evenIfOpen: true });
    const counted = asked.flatMap(({ view }, index) => {
      const viewing = viewings[index];
      return viewing !== undefined && isCounted(view, viewing) ? [view] : [];
    });
    return addSeen(tx, counted, known);
  });
}

/** One figure after the other in every batch, which prevents deadlocks. */
async function addSeen(
  tx: TransactionDeps,
  views: readonly View[],
  known: Map<string, KnownEpisode>,
): Promise<string[]> {
  const figures: Figures[] = [];
  let shown: { views: readonly View[]; seen: readonly Seen[] } = { views: [], seen: [] };
  for (const figure of ['views', 'impressions'] as const) {
    const ofKind = views.filter(
      ({ slot, isFollowed }) => !isFollowed && (slot === undefined) === (figure === 'views'),
    );
    const seen = await addMarks(tx, ofKind);
    if (figure === 'impressions') shown = { views: ofKind, seen };
    for (const { episodeId, day, count } of daysOf(seen)) {
      const storyId = known.get(episodeId)?.storyId;
      if (storyId !== undefined) figures.push({ storyId, episodeId, day, [figure]: count });
    }
  }
  const followed = views.filter(({ isFollowed }) => isFollowed);
  await addAds(tx, { shown, followed: { views: followed, seen: await addMarks(tx, followed) } });
  const grown = await addUp(tx, figures);
  // Last, because the erasure of an account locks the totals first, too.
  await countAds(tx, adsOfOthers(tx, shown, known));
  return grown;
}

/** For the readers' own statistics. Our own advertisements earn nobody anything. */
function adsOfOthers(
  { config }: TransactionDeps,
  { views, seen }: { views: readonly View[]; seen: readonly Seen[] },
  known: Map<string, KnownEpisode>,
): SeenAd[] {
  if (config.AD_FRAME_URL === undefined) return [];
  const counted = new Set(seen.map(({ episodeId, reader }) => `${episodeId} ${reader}`));
  return views.flatMap(({ episodeId, reader, userId, adId, seenAt }) => {
    const storyId = known.get(episodeId)?.storyId;
    if (storyId === undefined || userId === null || adId !== undefined) return [];
    return counted.has(`${episodeId} ${reader}`) ? [{ readerId: userId, storyId, seenAt }] : [];
  });
}

type Seen = { episodeId: string; reader: string; day: string };

function daysOf(seen: readonly Seen[]): { episodeId: string; day: string; count: number }[] {
  const days = new Map<string, { episodeId: string; day: string; count: number }>();
  for (const { episodeId, day } of seen) {
    const key = `${episodeId} ${day}`;
    const known = days.get(key);
    if (known === undefined) days.set(key, { episodeId, day, count: 1 });
    else known.count += 1;
  }
  return [...days.values()];
}

const isCounted = ({ slot }: View, { access, isTeam, hasUnlocked, facts }: Viewing): boolean => {
  if (access !== 'readable' || isTeam) return false;
  return (
    slot === undefined || showsSlots({ priceCoins: facts.priceCoins, hasUnlocked, isTeam, isPreview: false })
  );
};

/** Batches around midnight wait for each other, because two rows of different days do not conflict. */
const MIDNIGHT_MS = MINUTE_MS;

const isNearMidnight = ({ seenAt }: View): boolean => {
  const intoDay = seenAt.getTime() % DAY_MS;
  return intoDay < MIDNIGHT_MS || intoDay >= DAY_MS - MIDNIGHT_MS;
};

/** A mark younger than 24 hours, on this or an adjacent day, stays and counts nothing. */
async function addMarks(tx: TransactionDeps, views: readonly View[]): Promise<Seen[]> {
  if (views.length === 0) return [];
  if (views.some(isNearMidnight)) await lockByName(tx, 'seen_marks');
  const column = (pick: (view: View) => string) => sql.param(views.map(pick));
  const { rows } = await tx.db.execute<Seen>(sql`
    insert into seen_marks (day, episode_id, reader, seen_at)
      select distinct on (v.episode_id, v.reader) v.day, v.episode_id, v.reader, v.seen_at
      from (
        select episode_id, reader, seen_at, (seen_at at time zone 'UTC')::date as day
        from unnest(
          ${column((view) => view.episodeId)}::uuid[],
          ${column((view) => view.reader)}::text[],
          ${column((view) => view.seenAt.toISOString())}::timestamptz[]
        ) as given (episode_id, reader, seen_at)
      ) as v
      where coalesce((
        select max(near.seen_at) from seen_marks near
        where near.episode_id = v.episode_id and near.reader = v.reader
          and (near.day = v.day - 1 or near.day = v.day + 1)
      ) <= v.seen_at - make_interval(secs => ${VIEW_MS / 1000}), true)
      order by v.episode_id, v.reader, v.seen_at
      on conflict do nothing
      returning episode_id as "episodeId", reader, day::text as day`);
  return rows;
}

const SWEEP_MAX_COUNT = 10_000;

/** A sweep: deletes marks of the previous release in batches, so that no statement runs long. */
export async function deleteOldMarks(deps: Deps): Promise<void> {
  const old = lt(viewMarks.seenAt, new Date(deps.clock.now().getTime() - VIEW_MS));
  for (;;) {
    const part = deps.db.select({ place: sql`ctid` }).from(viewMarks).where(old).limit(SWEEP_MAX_COUNT);
    const gone = await deps.db.delete(viewMarks).where(and(old, sql`ctid in ${part}`));
    if ((gone.rowCount ?? 0) < SWEEP_MAX_COUNT) return;
  }
}
