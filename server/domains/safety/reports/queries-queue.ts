/** The queue of reports for administrators: each thing once, with everything needed for a decision. */
import { and, count, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import {
  comments,
  episodes,
  media,
  type ReportSubject,
  reportDecisions,
  reportQueue,
  stories,
  tsukkomiComments,
  users,
  violationReports,
} from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';
import type { ReplyOf } from '../../../lib/contract.ts';
import { smallAddress } from '../../media/present.ts';
import { pictureColumns } from '../../reading/reader/cards.ts';
import type { moderationContract } from './contract.ts';
import { COUNTED_MAX, presentForAdministrators, selectReports } from './queries.ts';
import type { ReportCategory } from './rules.ts';
import { findSubjects, type Subject } from './subjects.ts';

export type Queue = ReplyOf<(typeof moderationContract)['GET /admin/violation_queue']>;
export type Thing = Queue['things'][number];

export type QueueFilter = {
  category?: ReportCategory | undefined;
  subjectType?: ReportSubject | undefined;
  language?: string | undefined;
  notices?: boolean | undefined;
};

const LISTED_REPORTS_MAX_COUNT = 5;
const EARLIER_MAX_COUNT = 3;
const PERSON_REPORTS_MAX_COUNT = 100;

function standing({ category, subjectType, language, notices }: QueueFilter): SQL | undefined {
  return and(
    // Per category, each thing has its own row. Across categories, only the leading row counts.
    category === undefined ? reportQueue.leads : eq(reportQueue.category, category),
    subjectType === undefined ? undefined : eq(reportQueue.subjectType, subjectType),
    language === undefined ? undefined : eq(reportQueue.language, language),
    notices === true ? reportQueue.hasNotice : undefined,
  );
}

const afterOf = (after: string | undefined): SQL | undefined => {
  if (after === undefined) return undefined;
  const [urgent, number] = after.split('-');
  const { urgent: isUrgent, firstNumber } = reportQueue;
  const later = sql`${isUrgent} = ${urgent === '1'} and ${firstNumber} > ${Number(number)}`;
  return urgent === '1' ? sql`(${later} or not ${isUrgent})` : sql`(${later})`;
};

/** Urgent ones first, then the oldest. About ten queries, however long the queue is. */
export async function listQueue(
  deps: Deps,
  filter: QueueFilter,
  { after, perPage }: { after?: string | undefined; perPage: number },
): Promise<Queue> {
  const rows = await deps.db
    .select()
    .from(reportQueue)
    .where(and(standing(filter), afterOf(after)))
    .orderBy(sql`${reportQueue.urgent} desc nulls first`, reportQueue.firstNumber)
    .limit(perPage + 1);
  const shown = rows.slice(0, perPage);
  const last = shown.at(-1);
  return {
    things: await describe(deps, shown),
    next: rows.length > perPage && last ? `${last.urgent ? 1 : 0}-${last.firstNumber}` : null,
  };
}

/** Counts at most 1,000 things. */
export async function countQueue({ db }: Deps, filter: QueueFilter): Promise<number> {
  const some = db
    .select({ id: reportQueue.subjectId })
    .from(reportQueue)
    .where(standing(filter))
    .limit(COUNTED_MAX)
    .as('some');
  const [counted] = await db.select({ count: count() }).from(some);
  return counted?.count ?? 0;
}

type QueueRow = typeof reportQueue.$inferSelect;

async function describe(deps: Deps, rows: readonly QueueRow[]): Promise<Thing[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ subjectId }) => subjectId);
  const [open, all, now, states, earlier] = await Promise.all([
    listOpen(deps, rows),
    deps.db.select().from(reportQueue).where(inArray(reportQueue.subjectId, ids)),
    findNow(deps, rows),
    findStates(deps, ids),
    listEarlier(deps, ids),
  ]);
  const reports = await presentForAdministrators(deps, open);
  const leading = rows.map((row) => open.find(({ report }) => report.number === row.firstNumber)?.report);
  const [places, people] = await Promise.all([
    findPlaces(
      deps,
      leading.map((report) => report?.storyId ?? null),
      states.map(({ episodeId }) => episodeId),
    ),
    findPeople(
      deps,
      leading.map((report) => report?.personId ?? null),
    ),
  ]);
  return rows.flatMap((row, index) => {
    const lead = leading[index];
    if (lead === undefined) return [];
    const isSame = (other: Subject) =>
      other.subjectId === row.subjectId && other.subjectType === row.subjectType;
    const own = all
      .filter(isSame)
      .sort((one, other) => Number(other.category === row.category) - Number(one.category === row.category));
    const state = states.find(({ id }) => id === row.subjectId);
    const text = now.get(row.subjectId);
    return [
      {
        subject_type: row.subjectType,
        subject_id: row.subjectId,
        urgent: row.urgent,
        has_notice: row.hasNotice,
        categories: own.map(({ category, openCount }) => ({
          category: category as ReportCategory,
          count: openCount,
        })),
        reports: reports
          .filter((report) => report.subject_id === row.subjectId && report.subject_type === row.subjectType)
          .sort(
            (one, other) =>
              Number(other.id === lead.id) - Number(one.id === lead.id) || one.number - other.number,
          ),
        reports_count: own.reduce((sum, { openCount }) => sum + openCount, 0),
        first_at: lead.createdAt.toISOString(),
        now:
          text === undefined
            ? null
            : { text, changed: lead.snapshot !== '' && text !== lead.snapshot, state: state?.state ?? null },
        story: places.stories.find(({ id }) => id === lead.storyId) ?? null,
        episode: places.episodes.find(({ id }) => id === state?.episodeId) ?? null,
        person: people.find(({ id }) => id === lead.personId) ?? null,
        earlier: earlier.get(row.subjectId) ?? [],
      },
    ];
  });
}

/** The leading report of each thing, and some of the oldest. */
async function listOpen(deps: Deps, rows: readonly QueueRow[]) {
  const numbers = rows.map(({ firstNumber }) => firstNumber);
  const ids = rows.map(({ subjectId }) => subjectId);
  const some = sql`(select part.id from unnest(${sql.param(ids)}::uuid[]) as thing(id) cross join lateral (
      select id from violation_reports where subject_id = thing.id and state = 'open'
      order by id limit ${LISTED_REPORTS_MAX_COUNT}) as part
    union select id from violation_reports where number = any(${sql.param(numbers)}::bigint[]))`;
  return selectReports(deps, sql`${violationReports.id} in ${some}`, { isShown: false });
}

async function findNow(deps: Deps, rows: readonly QueueRow[]): Promise<Map<string, string>> {
  const types = [...new Set(rows.map(({ subjectType }) => subjectType))];
  const known = await Promise.all(
    types.map((type) =>
      findSubjects(
        deps,
        type,
        rows.filter(({ subjectType }) => subjectType === type).map(({ subjectId }) => subjectId),
      ),
    ),
  );
  return new Map(known.flat().map(({ subjectId, text }) => [subjectId, text]));
}

type State = { id: string; state: string; episodeId: string | null };

/** One query for all types that have a state. */
async function findStates({ db }: Deps, ids: readonly string[]): Promise<State[]> {
  const wanted = [...ids];
  const stateOf = (column: AnyPgColumn) => sql<string>`${column}::text`.as('state');
  return db
    .select({ id: comments.id, state: stateOf(comments.state), episodeId: comments.episodeId })
    .from(comments)
    .where(inArray(comments.id, wanted))
    .unionAll(
      db
        .select({
          id: tsukkomiComments.id,
          state: stateOf(tsukkomiComments.state),
          episodeId: sql<string | null>`${tsukkomiComments.episodeId}`,
        })
        .from(tsukkomiComments)
        .where(inArray(tsukkomiComments.id, wanted)),
    )
    .unionAll(
      db
        .select({
          id: episodes.id,
          state: stateOf(episodes.status),
          episodeId: sql<string | null>`${episodes.id}`,
        })
        .from(episodes)
        .where(inArray(episodes.id, wanted)),
    );
}

const given = (ids: readonly (string | null)[]): string[] => [
  ...new Set(ids.filter((id): id is string => id !== null)),
];

async function findPlaces(
  { db }: Deps,
  storyIds: readonly (string | null)[],
  episodeIds: readonly (string | null)[],
) {
  const [ofStories, ofEpisodes] = await Promise.all([
    db
      .select({
        id: stories.id,
        title: stories.title,
        slug: stories.slug,
        language: stories.language,
        rating: stories.rating,
        cover: pictureColumns,
      })
      .from(stories)
      .leftJoin(media, eq(media.id, stories.coverMediaId))
      .where(and(inArray(stories.id, given(storyIds)), isNull(stories.deletedAt))),
    db
      .select({ id: episodes.id, number: episodes.position, title: episodes.title })
      .from(episodes)
      .where(and(inArray(episodes.id, given(episodeIds)), isNull(episodes.deletedAt))),
  ]);
  return {
    stories: ofStories.map(({ cover, ...story }) => ({
      ...story,
      cover_url: cover && smallAddress(cover, 160),
    })),
    episodes: ofEpisodes,
  };
}

async function findPeople(
  { db }: Deps,
  ids: readonly (string | null)[],
): Promise<NonNullable<Thing['person']>[]> {
  const wanted = given(ids);
  if (wanted.length === 0) return [];
  // Only the latest reports per person, so that counting stays cheap.
  const latest = db
    .select({ state: violationReports.state })
    .from(violationReports)
    .where(eq(violationReports.personId, users.id))
    .orderBy(sql`${violationReports.id} desc nulls first`)
    .limit(PERSON_REPORTS_MAX_COUNT)
    .as('latest');
  const counts = db
    .select({
      all: count().as('all_count'),
      actioned: sql<number>`count(*) filter (where ${latest.state} = 'actioned')`
        .mapWith(Number)
        .as('actioned_count'),
    })
    .from(latest)
    .as('counts');
  return db
    .select({
      id: users.id,
      slug: users.slug,
      display_name: users.displayName,
      reports_count: counts.all,
      actioned_count: counts.actioned,
    })
    .from(users)
    .innerJoinLateral(counts, sql`true`)
    .where(and(inArray(users.id, wanted), isNull(users.erasedAt)));
}

async function listEarlier({ db }: Deps, ids: readonly string[]): Promise<Map<string, Thing['earlier']>> {
  const some = sql`(select part.id from unnest(${sql.param([...ids])}::uuid[]) as thing(id) cross join lateral (
      select id from report_decisions where subject_id = thing.id and undone_at is null
      order by id desc nulls first limit ${EARLIER_MAX_COUNT}) as part)`;
  const rows = await db
    .select()
    .from(reportDecisions)
    .where(sql`${reportDecisions.id} in ${some}`)
    .orderBy(desc(reportDecisions.id));
  const earlier = new Map<string, Thing['earlier']>();
  for (const { id, subjectId, state, note, createdAt } of rows)
    earlier.set(subjectId, [
      ...(earlier.get(subjectId) ?? []),
      { id, state, note, created_at: createdAt.toISOString() },
    ]);
  return earlier;
}
