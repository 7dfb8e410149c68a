/**
 * Owns what a notification says and who still sees it: one select for the list, the page, mails and messages to devices. It
 * tells of what its reader may see now, whatever was there when it was told.
 */
import { and, eq, inArray, isNull, ne, notExists, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import {
  comments,
  episodes,
  media,
  type NotificationDetails,
  type Notify,
  notifications,
  shutOuts,
  stories,
  storyInvitations,
  subscriptions,
  users,
} from '../../../db/schema/index.ts';
import { translator } from '../../../locales/messages.ts';
import { type Address, address } from '../../../pages/addresses.ts';
import type { Deps } from '../../deps.ts';
import { monthName } from '../../lib/days.ts';
import type { Locale } from '../../lib/locale.ts';
import { product } from '../../lib/product.ts';
import { isOpen, isOpenIn, pictureColumns } from '../reading/cards.ts';
import { isTeamOf, type Person } from '../unlock/teams.ts';
import { wasLetIn } from './let-in.ts';
import { ABOUT_PEOPLE, SUBJECTS_MAX_COUNT, SYSTEM_KINDS } from './rules.ts';

/** Those that are told now: older ones were read, and are kept to know them when they come again. */
const subjects = sql`(${notifications.subjectIds})[greatest(1, cardinality(${notifications.subjectIds}) - ${notifications.count} + 1):]`;
const isOneOf = (column: unknown): SQL => sql`${column} = any(${subjects})`;
const latestFirst = (column: unknown): SQL => sql`array_position(${subjects}, ${column}) desc`;
/** Named apart, since they stand unqualified in what is selected from all. */
const seenCountAs = (name: string) => sql<number>`count(*) over ()`.mapWith(Number).as(name);
/** Kept small: each of the words is one of ours. */
const kindIn = (kinds: readonly string[]): SQL =>
  sql`${notifications.kind} in ${sql.raw(`(${kinds.map((kind) => `'${kind}'`).join(', ')})`)}`;

const notShutOut = (deps: Deps, person: SQL) =>
  notExists(
    deps.db
      .select({ one: sql`1` })
      .from(shutOuts)
      .where(and(eq(shutOuts.readerId, notifications.userId), sql`${shutOuts.personId} = ${person}`)),
  );

/** The last comment of it that is still shown to its reader, and how many are. */
const commentOf = (deps: Deps) =>
  deps.db
    .select({
      id: comments.id,
      authorId: comments.authorId,
      body: sql<string>`case when ${comments.spoiler} then '' else left(${comments.body}, 400) end`.as(
        'body',
      ),
      seenCount: seenCountAs('comments_seen'),
    })
    .from(comments)
    .where(
      and(isOneOf(comments.id), eq(comments.state, 'shown'), notShutOut(deps, sql`${comments.authorId}`)),
    )
    .orderBy(latestFirst(comments.id))
    .limit(1)
    .as('said');

const personOf = (deps: Deps) =>
  deps.db
    .select({ id: users.id, name: users.displayName, seenCount: seenCountAs('people_seen') })
    .from(users)
    .where(
      and(
        kindIn(ABOUT_PEOPLE),
        isOneOf(users.id),
        isNull(users.erasedAt),
        or(kindIn(SYSTEM_KINDS), notShutOut(deps, sql`${users.id}`)),
      ),
    )
    .orderBy(latestFirst(users.id))
    .limit(1)
    .as('person');

const releaseOf = (deps: Deps) =>
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
        isOneOf(episodes.id),
        eq(episodes.status, 'published'),
        isNull(episodes.deletedAt),
      ),
    )
    .orderBy(latestFirst(episodes.id))
    .limit(1)
    .as('release');

const inviter = alias(users, 'inviter');

export function selectNotifications(deps: Deps) {
  const said = commentOf(deps);
  const person = personOf(deps);
  const release = releaseOf(deps);
  return deps.db
    .select({
      row: notifications,
      story: { title: stories.title, slug: stories.slug, id: stories.id },
      episode: { number: episodes.position, title: episodes.title, id: episodes.id },
      said: { id: said.id, body: said.body, seenCount: said.seenCount },
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
        isOneOf(storyInvitations.id),
        isNull(storyInvitations.acceptedAt),
        isNull(storyInvitations.declinedAt),
        isNull(storyInvitations.revokedAt),
      ),
    )
    .leftJoin(inviter, eq(inviter.id, storyInvitations.invitedBy))
    .$dynamic();
}

export type Row = Awaited<ReturnType<typeof selectNotifications>>[number];

/** What the house has decided holds, whatever became of what it was about. */
const LASTING = [
  ...['report_decided', 'blocked', 'unblocked', 'appeal_decided'],
  ...['right_changed', 'factor_reset', 'payout', 'revenue_credited', 'coins_returned'],
];

/** Its reader has not removed it. */
export const isKept = isNull(notifications.removedAt);

/** What is sent of new episodes is what its reader wants by now. */
export const isWantedBy = (ways: readonly Notify[]): SQL =>
  sql`(${notifications.kind} <> 'new_episode' or exists (select 1 from ${subscriptions}
    where ${subscriptions.storyId} = ${notifications.storyId} and ${subscriptions.readerId} = ${notifications.userId}
      and ${inArray(subscriptions.notify, [...ways])}))`;

/** What is still there for them: the story in their country, the episode, the comment, the person. */
export const isSeen = (person: Person, country: string | null, now: Date): SQL | undefined =>
  isSeenWhere(isOpenIn(country), person, now);

/** The same where a mail is read. */
export const isSeenByMail = (person: Person, now: Date): SQL | undefined =>
  isSeenWhere(and(isOpen, wasLetIn), person, now);

function isSeenWhere(isOpenThere: SQL | undefined, person: Person, now: Date): SQL | undefined {
  const isTeam = isTeamOf(person);
  const ofOthers = and(
    isNull(stories.deletedAt),
    or(isOpenThere, isTeam),
    or(
      sql`${notifications.episodeId} is null`,
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
    ),
  );
  return or(and(kindIn(SYSTEM_KINDS), ofHouse), and(sql`not ${kindIn(SYSTEM_KINDS)}`, ofOthers));
}

/** How many of what it tells of its reader still sees. */
export function countOf({ row, said, person, release }: Row): number {
  const seen = said?.seenCount ?? person?.seenCount ?? release?.seenCount ?? row.count;
  // Of the oldest of very many only their number is kept.
  return row.count > SUBJECTS_MAX_COUNT ? row.count - SUBJECTS_MAX_COUNT + seen : Math.max(1, seen);
}

/** The page that it is about. */
export function placeOf(row: Row): Address {
  const { story, episode, said, release, invitation } = row;
  const id = story?.id;
  switch (row.row.kind) {
    case 'new_comment':
    case 'reply':
    case 'mention':
      return said?.id ? address('/comments/@id', { id: said.id }) : '/notifications';
    case 'new_episode': {
      if (!story) return '/notifications';
      const { slug } = story;
      const isOne = countOf(row) === 1 && release?.number;
      return isOne
        ? address('/stories/@slug/@number', { slug, number: release.number })
        : address('/stories/@slug', { slug });
    }
    case 'called_off':
      return id && episode
        ? address('/creator/stories/@id/episodes/@episodeId', { id, episodeId: episode.id })
        : '/creator/stories';
    case 'team_invited':
      return invitation ? address('/invitation', {}, { query: { id: invitation.id } }) : '/creator/stories';
    case 'team_removed':
      return '/creator/stories';
    case 'report_decided':
      return '/settings/reports';
    case 'factor_reset':
      return '/settings/second_factor';
    case 'payout':
      return '/creator/payouts';
    case 'revenue_credited':
      return address('/creator/revenue/@period', { period: row.row.details?.period ?? '' });
    case 'right_changed':
      return placeOfRight(row.row.details ?? {});
    case 'coins_returned':
      return '/wallet';
    case 'blocked':
    case 'appeal_decided':
      return address('/creator/statements/@id', { id: row.row.subjectIds.at(-1) ?? '' });
    case 'team_joined':
    case 'team_role':
      return id ? address('/creator/stories/@id/collaborators', { id }) : '/creator/stories';
    default:
      return id ? address('/creator/stories/@id', { id }) : '/creator/stories';
  }
}

const placeOfRight = ({ right, change }: NotificationDetails): Address => {
  if (change === 'revoked') return '/settings';
  return right === 'administrator' ? '/settings/second_factor' : '/creator/stories';
};

/** What its text is filled with, in a mail as on the page. */
export function wordsOf(row: Row, locale: Locale) {
  const { story, episode, release, person, author, inviter } = row;
  const t = translator(locale, 'told');
  const title = story?.title ?? t('someStory');
  const count = countOf(row);
  const details = row.row.details ?? {};
  const missing = translator(locale, 'shortcomings');
  return {
    count,
    others: count - 1,
    story: title,
    number: release?.number ?? episode?.number ?? 0,
    title: release?.title ?? episode?.title ?? '',
    name: author ?? person?.name ?? inviter ?? t('somebody'),
    where: episode?.number ? `${title} ${episode.number}` : title,
    role: details.role ?? '',
    outcome: details.outcome ?? '',
    reference: details.reference ?? '',
    right: details.right ?? '',
    change: details.change ?? '',
    step: details.step ?? '',
    amount: details.amount ?? '',
    ...{ coins: Number(details.coins ?? 0), cause: details.cause ?? '' },
    month: monthName(details.period ?? '', locale),
    import: details.import ?? '',
    missing: (details.missing?.split(',') ?? [])
      .map((key) => missing(key as Parameters<typeof missing>[0]))
      .join(', '),
  };
}

const plain = { b: (text: string) => text };

export const textOf = (row: Row, locale: Locale): string =>
  translator(locale, 'told')(row.row.kind, { ...wordsOf(row, locale), ...plain } as never);

/** What stands above the text where there is no page around it. */
export const headingOf = ({ story }: Row): string => story?.title ?? product.name;
