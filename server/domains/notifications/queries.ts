/** Notifications as their reader sees them. */
import { and, desc, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import {
  comments,
  episodes,
  media,
  notificationCounters,
  notifications,
  stories,
  users,
} from '../../../db/schema/index.ts';
import { localizedPath } from '../../../locales/index.ts';
import { translator } from '../../../locales/messages.ts';
import { type Address, address } from '../../../pages/addresses.ts';
import type { Deps } from '../../deps.ts';
import type { ReplyOf } from '../../lib/contract.ts';
import type { Locale } from '../../lib/locale.ts';
import { smallAddress } from '../media/present.ts';
import { isOpenIn, pictureColumns } from '../reading/cards.ts';
import { isTeamOf, type Person } from '../unlock/teams.ts';
import type { notificationsContract } from './contract.ts';

export type NotificationList = ReplyOf<(typeof notificationsContract)['GET /user/notifications']>;

/** Of what stands last in it, a comment or a person. */
const lastId = sql`${notifications.subjectIds}[cardinality(${notifications.subjectIds})]`;

const named = sql`coalesce(${comments.authorId}, case when ${notifications.kind} = 'new_subscriber' then ${lastId} end)`;

const selectNotifications = (deps: Deps) =>
  deps.db
    .select({
      row: notifications,
      story: { title: stories.title, slug: stories.slug, id: stories.id },
      episode: { number: episodes.position, title: episodes.title },
      commentId: comments.id,
      name: users.displayName,
      cover: pictureColumns,
    })
    .from(notifications)
    .innerJoin(stories, eq(stories.id, notifications.storyId))
    .leftJoin(episodes, eq(episodes.id, notifications.episodeId))
    .leftJoin(comments, eq(comments.id, lastId))
    .leftJoin(users, and(eq(users.id, named), isNull(users.erasedAt)))
    .leftJoin(media, eq(media.id, stories.coverMediaId))
    .$dynamic();

type Row = Awaited<ReturnType<typeof selectNotifications>>[number];

/** What is still there for them: the story in their country, the episode, the comment. */
const isSeen = (person: Person, country: string | null): SQL | undefined =>
  and(
    isNull(stories.deletedAt),
    or(isOpenIn(country), isTeamOf(person)),
    or(sql`${notifications.episodeId} is null`, isTeamOf(person), eq(episodes.status, 'published')),
    or(sql`${notifications.kind} in ('new_episode', 'new_subscriber')`, eq(comments.state, 'shown')),
  );

/** The page that it is about. */
export function placeOf({ row, story, episode, commentId }: Row): Address {
  if (row.kind === 'new_subscriber') return address('/creator/stories/@id', { id: story.id });
  if (row.kind !== 'new_episode' && commentId !== null) return address('/comments/@id', { id: commentId });
  return row.count === 1 && episode?.number
    ? address('/stories/@slug/@number', { slug: story.slug, number: episode.number })
    : address('/stories/@slug', { slug: story.slug });
}

export function textOf({ row, story, episode, name }: Row, locale: Locale): string {
  const t = translator(locale, 'told');
  const words = {
    count: row.count,
    others: row.count - 1,
    story: story.title,
    number: episode?.number ?? 0,
    title: episode?.title ?? '',
    name: name ?? t('somebody'),
    where: episode?.number ? `${story.title} ${episode.number}` : story.title,
  };
  return t(row.kind, words);
}

const present = (row: Row, locale: Locale): NotificationList['notifications'][number] => ({
  id: row.row.id,
  kind: row.row.kind,
  text: textOf(row, locale),
  url: localizedPath(locale, placeOf(row)),
  count: row.row.count,
  thumbnail_url: row.cover && smallAddress(row.cover, 160),
  created_at: row.row.createdAt.toISOString(),
  read: row.row.readAt !== null,
});

export type Asking = { viewer: Person; country: string | null; locale: Locale };

/** Newest first. Three queries. */
export async function listNotifications(
  deps: Deps,
  { viewer, country, locale }: Asking,
  { unread, page, perPage }: { unread: boolean; page: number; perPage: number },
): Promise<NotificationList> {
  const where = and(
    eq(notifications.userId, viewer.id),
    unread ? isNull(notifications.readAt) : undefined,
    isSeen(viewer, country),
  );
  const [rows, [total], unreadCount] = await Promise.all([
    selectNotifications(deps)
      .where(where)
      .orderBy(desc(notifications.createdAt), desc(notifications.id))
      .limit(perPage)
      .offset((page - 1) * perPage),
    deps.db
      .select({ count: sql<number>`count(*)`.mapWith(Number) })
      .from(selectNotifications(deps).where(where).limit(1000).as('seen')),
    countUnread(deps, viewer.id),
  ]);
  return {
    notifications: rows.map((row) => present(row, locale)),
    unread_count: unreadCount,
    page,
    per_page: perPage,
    total: total?.count ?? 0,
  };
}

/** Null for one that is gone, or of somebody else. */
export async function findNotification(
  deps: Deps,
  { viewer, country, locale }: Asking,
  id: string,
): Promise<{ url: string; place: Address } | null> {
  const [row] = await selectNotifications(deps).where(
    and(eq(notifications.id, id), eq(notifications.userId, viewer.id), isSeen(viewer, country)),
  );
  return row === undefined ? null : { url: localizedPath(locale, placeOf(row)), place: placeOf(row) };
}

export async function countUnread(deps: Pick<Deps, 'db'>, userId: string): Promise<number> {
  const [row] = await deps.db
    .select({ count: notificationCounters.unreadCount })
    .from(notificationCounters)
    .where(eq(notificationCounters.userId, userId));
  return row?.count ?? 0;
}

const MAILED_MAX_COUNT = 20;

/** What a mail about a story tells: what is unread and what anybody anywhere may know of it, newest first. */
export async function listForMail(
  deps: Deps,
  person: Person,
  { storyId, locale }: { storyId: string; locale: Locale },
): Promise<{ story: string; lines: { text: string; place: Address }[] }> {
  const rows = await selectNotifications(deps)
    .where(
      and(
        eq(notifications.userId, person.id),
        eq(notifications.storyId, storyId),
        isNull(notifications.readAt),
        isSeen(person, null),
      ),
    )
    .orderBy(desc(notifications.createdAt))
    .limit(MAILED_MAX_COUNT);
  return {
    story: rows[0]?.story.title ?? '',
    lines: rows.map((row) => ({ text: textOf(row, locale), place: placeOf(row) })),
  };
}
