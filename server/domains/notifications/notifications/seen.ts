/**
 * Owns who still sees a notification: one select and one condition for the list, badge, page, mails and devices. They
 * show what the reader may see now, not what existed when the notification was created.
 */
import { and, eq, inArray, isNull, ne, notExists, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import {
  comments,
  episodes,
  media,
  type Notify,
  notifications,
  shutOuts,
  stories,
  storyInvitations,
  subscriptions,
  users,
} from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';
import { isTeamOf, type Person } from '../../coins/unlock/teams.ts';
import { isOpen, isOpenIn, pictureColumns } from '../../reading/reader/cards.ts';
import { wasLetIn } from './country-filter.ts';
import { ABOUT_PEOPLE, SYSTEM_KINDS } from './rules.ts';

/** Range of a row's subjects, the newest last. */
export type Span = { subjects: SQL; count: SQL<number> };

const { subjectIds, count } = notifications;

/** All unread subjects. Older ones were read, and are kept to recognize repetitions. */
const ALL: Span = {
  subjects: sql`(${subjectIds})[greatest(1, cardinality(${subjectIds}) - ${count} + 1):]`,
  count: sql<number>`${count}`,
};

/** Contents of one mail, by row id: number of subjects before the mail, and number including it. */
export type Mailed = Readonly<Record<string, readonly [before: number, withIt: number]>>;

export function spanOfMail(mailed: Mailed): Span {
  const end = (index: number) =>
    sql`(${JSON.stringify(mailed)}::jsonb #>> array[${notifications.id}::text, ${sql.raw(`'${index}'`)}])::int`;
  const start = sql`cardinality(${subjectIds}) - ${count}`;
  return {
    subjects: sql`(${subjectIds})[greatest(1, ${start} + ${end(0)} + 1):greatest(0, ${start} + ${end(1)})]`,
    count: sql<number>`(${end(1)} - ${end(0)})`,
  };
}

const isOneOf = (column: unknown, { subjects }: Span): SQL => sql`${column} = any(${subjects})`;
const latestFirst = (column: unknown, { subjects }: Span): SQL =>
  sql`array_position(${subjects}, ${column}) desc`;
/** Distinct names, because the outer select uses them unqualified. */
const seenCountAs = (name: string) => sql<number>`count(*) over ()`.mapWith(Number).as(name);
/** Inlined to keep the statement small. Each word is one of ours. */
const kindIn = (kinds: readonly string[]): SQL =>
  sql`${notifications.kind} in ${sql.raw(`(${kinds.map((kind) => `'${kind}'`).join(', ')})`)}`;

const notShutOut = (deps: Deps, person: SQL) =>
  notExists(
    deps.db
      .select({ one: sql`1` })
      .from(shutOuts)
      .where(and(eq(shutOuts.readerId, notifications.userId), sql`${shutOuts.personId} = ${person}`)),
  );

/** The last comment that its reader still sees, the number of such comments, and of their authors. */
const commentOf = (deps: Deps, span: Span) =>
  deps.db
    .select({
      id: comments.id,
      authorId: comments.authorId,
      body: sql<string>`case when ${comments.spoiler} then '' else left(${comments.body}, 400) end`.as(
        'body',
      ),
      seenCount: seenCountAs('comments_seen'),
      // Counts distinct authors: window functions know no "distinct".
      peopleCount: sql<number>`dense_rank() over (order by ${comments.authorId})
        + dense_rank() over (order by ${comments.authorId} desc) - 1`
        .mapWith(Number)
        .as('people_said'),
    })
    .from(comments)
    .where(
      and(
        isOneOf(comments.id, span),
        eq(comments.state, 'shown'),
        notShutOut(deps, sql`${comments.authorId}`),
      ),
    )
    .orderBy(latestFirst(comments.id, span))
    .limit(1)
    .as('said');

const personOf = (deps: Deps, span: Span) =>
  deps.db
    .select({ id: users.id, name: users.displayName, seenCount: seenCountAs('people_seen') })
    .from(users)
    .where(
      and(
        kindIn(ABOUT_PEOPLE),
        isOneOf(users.id, span),
        isNull(users.erasedAt),
        or(kindIn(SYSTEM_KINDS), notShutOut(deps, sql`${users.id}`)),
      ),
    )
    .orderBy(latestFirst(users.id, span))
    .limit(1)
    .as('person');

const releaseOf = (deps: Deps, span: Span) =>
  deps.db
    .select({
      id: episodes.id,
      number: sql<number>`${episodes.position}`.as('release_number'),
      title: sql<string>`${episodes.title}`.as('release_title'),
      seenCount: seenCountAs('releases_seen'),
    })
    .from(episodes)
    .where(
      and(
        sql`${notifications.kind} = 'new_episode'`,
        isOneOf(episodes.id, span),
        eq(episodes.status, 'published'),
        isNull(episodes.deletedAt),
      ),
    )
    .orderBy(latestFirst(episodes.id, span))
    .limit(1)
    .as('release');

const inviter = alias(users, 'inviter');

export function selectNotifications(deps: Deps, span: Span = ALL) {
  const said = commentOf(deps, span);
  const person = personOf(deps, span);
  const release = releaseOf(deps, span);
  return deps.db
    .select({
      row: notifications,
      told: span.count.mapWith(Number).as('told_count'),
      story: { title: stories.title, slug: stories.slug, id: stories.id },
      episode: { number: episodes.position, title: episodes.title, id: episodes.id },
      said: { id: said.id, body: said.body, seenCount: said.seenCount, peopleCount: said.peopleCount },
      person: { name: person.name, seenCount: person.seenCount },
      release: { number: release.number, title: release.title, seenCount: release.seenCount },
      author: users.displayName,
      cover: pictureColumns,
      inviter: inviter.displayName,
      invitation: { id: storyInvitations.id, expiresAt: storyInvitations.expiresAt },
    })
    .from(notifications)
    .leftJoin(stories, eq(stories.id, notifications.storyId))
    .leftJoin(episodes, eq(episodes.id, notifications.episodeId))
    .leftJoin(media, eq(media.id, stories.coverMediaId))
    .leftJoinLateral(said, sql`true`)
    .leftJoinLateral(person, sql`true`)
    .leftJoinLateral(release, sql`true`)
    .leftJoin(users, and(eq(users.id, said.authorId), isNull(users.erasedAt)))
    .leftJoin(
      storyInvitations,
      and(
        sql`${notifications.kind} = 'team_invited'`,
        isOneOf(storyInvitations.id, span),
        isNull(storyInvitations.acceptedAt),
        isNull(storyInvitations.declinedAt),
        isNull(storyInvitations.revokedAt),
      ),
    )
    .leftJoin(inviter, eq(inviter.id, storyInvitations.invitedBy))
    .$dynamic();
}

export type Row = Awaited<ReturnType<typeof selectNotifications>>[number];

/** Decisions of the house stay visible, whatever happened to their subject. */
const LASTING = [
  ...['report_decided', 'blocked', 'unblocked', 'appeal_decided'],
  ...['right_changed', 'factor_reset', 'payout', 'revenue_credited', 'coins_returned'],
];

export const isKept = isNull(notifications.removedAt);

/** New episodes are sent according to the reader's current choice. */
export const isWantedBy = (ways: readonly Notify[]): SQL =>
  sql`(${notifications.kind} <> 'new_episode' or exists (select 1 from ${subscriptions}
    where ${subscriptions.storyId} = ${notifications.storyId} and ${subscriptions.readerId} = ${notifications.userId}
      and ${inArray(subscriptions.notify, [...ways])}))`;

/** Its story in the reader's country, its episode, comment or person is still there. */
export const isSeen = (person: Person, country: string | null, now: Date): SQL | undefined =>
  isSeenWhere(isOpenIn(country), person, now);

/** The same for the readers of a mail. */
export const isSeenByMail = (person: Person, now: Date): SQL | undefined =>
  isSeenWhere(and(isOpen, wasLetIn), person, now);

function isSeenWhere(isOpenThere: SQL | undefined, person: Person, now: Date): SQL | undefined {
  const isTeam = isTeamOf(person);
  const ofOthers = and(
    isNull(stories.deletedAt),
    or(isOpenThere, isTeam),
    // New episodes of a story share one row, which shows those still published.
    or(
      sql`${notifications.episodeId} is null or ${notifications.kind} = 'new_episode'`,
      isTeam,
      and(eq(episodes.status, 'published'), isNull(episodes.deletedAt)),
    ),
    sql`case ${notifications.kind} when 'new_episode' then release.id is not null
      when 'new_subscriber' then person.id is not null else said.id is not null end`,
  );
  const ofHouse = or(
    kindIn(LASTING),
    and(
      isNull(stories.deletedAt),
      sql`${stories.id} is not null`,
      or(
        ne(notifications.kind, 'team_invited'),
        sql`${storyInvitations.expiresAt} > ${now.toISOString()}::timestamptz`,
      ),
      or(ne(notifications.kind, 'called_off'), isNull(episodes.deletedAt)),
    ),
  );
  return or(and(kindIn(SYSTEM_KINDS), ofHouse), and(sql`not ${kindIn(SYSTEM_KINDS)}`, ofOthers));
}
