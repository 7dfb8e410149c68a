/** Owns `view_marks`: which views count, and that each counts once. */
import { and, lt, sql } from 'drizzle-orm';
import { viewMarks } from '../../../db/schema/index.ts';
import { type Deps, inTransaction, type TransactionDeps } from '../../deps.ts';
import { notFound, tooMany } from '../../lib/errors.ts';
import type { Viewer } from '../../lib/viewer.ts';
import { findKnown, type KnownEpisode, recallEpisode } from '../unlock/known.ts';
import { requireReadable, viewingOf, viewingsOf } from '../unlock/viewing.ts';
import { isOwnMark, newMark, readerOf } from './marks.ts';
import { VIEW_MS } from './rules.ts';
import { addUp } from './service.ts';

export type View = {
  episodeId: string;
  /** Digest by which the reader is known again within a day. */
  reader: string;
  /** To be told from the story's team. */
  userId: string | null;
  country: string | null;
  seenAt: Date;
};

export type Visit = {
  viewer: Viewer | null;
  country: string | null;
  /** The mark that the device sent, whatever it is. */
  mark: string | undefined;
  /** The network that the request comes from. */
  network: string;
  /** A program that reads for others: it is answered like anybody, and not counted. */
  isCrawler: boolean;
};

/**
 * Takes a view for counting and answers the mark that the device is to keep, if any. Throws what reading the episode
 * would: 404, 451, 402; and 429 for a network that asks without end.
 */
export async function takeView(deps: Deps, episodeId: string, visit: Visit): Promise<string | null> {
  const now = deps.clock.now();
  const waitMs = deps.views.views.take(visit.network, now.getTime());
  if (waitMs > 0) throw tooMany('rate_limited', { retryAfterSeconds: Math.ceil(waitMs / 1000) });
  const known = await recallEpisode(deps, deps.views.episodes, episodeId);
  if (known === null) throw notFound('not_found');
  const { viewer, country } = visit;
  const { access, isTeam } = await viewingOf(deps, { person: viewer, country }, known);
  requireReadable(access);
  // A preview is no view, and administrators look after episodes: they do not make them popular.
  if (isTeam || visit.isCrawler) return null;
  const view = (who: { userId: string } | { mark: string }): View => ({
    episodeId,
    reader: readerOf(deps.signingKey, who),
    userId: viewer?.id ?? null,
    country,
    seenAt: now,
  });
  if (viewer !== null) {
    deps.views.add(view({ userId: viewer.id }));
    return null;
  }
  const isKnown = isOwnMark(deps.signingKey, visit.mark);
  const mark = isKnown ? visit.mark : newMark(deps.signingKey);
  const isNew = !isKnown && deps.views.newDevices.take(`${visit.network} ${episodeId}`, now.getTime()) === 0;
  if (isKnown || isNew) deps.views.add(view({ mark: mark as string }));
  return mark as string;
}

/**
 * Counts a batch in one transaction: what may be read now, by readers outside its team who have not been counted for it
 * within 24 hours. Any number of processes may count at once. Answers the stories that have grown.
 */
export async function countViews(deps: Deps, views: readonly View[]): Promise<string[]> {
  if (views.length === 0) return [];
  return inTransaction(deps, async (tx) => {
    const ids = [...new Set(views.map(({ episodeId }) => episodeId))];
    const known = await findKnown(tx, ids);
    const asked = views.flatMap((view) => {
      const where = known.get(view.episodeId);
      const person = view.userId === null ? null : { id: view.userId, administrator: false };
      return where === undefined ? [] : [{ view, where, who: { person, country: view.country } }];
    });
    const viewings = await viewingsOf(tx, asked, { evenIfOpen: true });
    const counted = asked.flatMap(({ view }, index) => {
      const viewing = viewings[index];
      return viewing?.access === 'readable' && !viewing.isTeam ? [view] : [];
    });
    return counted.length === 0 ? [] : addViews(tx, counted, known);
  });
}

/** A mark that is older than the window is renewed and counts again; a younger one stays and counts nothing. */
async function addViews(
  tx: TransactionDeps,
  views: readonly View[],
  known: Map<string, KnownEpisode>,
): Promise<string[]> {
  const column = (pick: (view: View) => string) => sql.param(views.map(pick));
  const { rows } = await tx.db.execute<{ episode_id: string; day: string; views: number }>(sql`
    with seen as (
      insert into view_marks as mark (episode_id, reader, seen_at)
      select distinct on (v.episode_id, v.reader) v.episode_id, v.reader, v.seen_at
      from unnest(
        ${column((view) => view.episodeId)}::uuid[],
        ${column((view) => view.reader)}::text[],
        ${column((view) => view.seenAt.toISOString())}::timestamptz[]
      ) as v (episode_id, reader, seen_at)
      order by v.episode_id, v.reader, v.seen_at
      on conflict (episode_id, reader) do update set seen_at = excluded.seen_at
        where mark.seen_at <= excluded.seen_at - make_interval(secs => ${VIEW_MS / 1000})
      returning episode_id, seen_at
    )
    select episode_id, (seen_at at time zone 'UTC')::date::text as day, count(*)::int as views from seen group by 1, 2`);
  const figures = rows.flatMap(({ episode_id: episodeId, day, views }) => {
    const storyId = known.get(episodeId)?.storyId;
    return storyId === undefined ? [] : [{ storyId, episodeId, day, views }];
  });
  return addUp(tx, figures);
}

const SWEEP_MAX_COUNT = 10_000;

/** A sweep: marks that have served their time go, a part at a time, so that no statement runs long. */
export async function deleteOldMarks(deps: Deps): Promise<void> {
  const old = lt(viewMarks.seenAt, new Date(deps.clock.now().getTime() - VIEW_MS));
  for (;;) {
    const part = deps.db.select({ place: sql`ctid` }).from(viewMarks).where(old).limit(SWEEP_MAX_COUNT);
    const gone = await deps.db.delete(viewMarks).where(and(old, sql`ctid in ${part}`));
    if ((gone.rowCount ?? 0) < SWEEP_MAX_COUNT) return;
  }
}
