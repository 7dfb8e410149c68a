import { and, desc, eq, gt, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { episodes, type NotificationKind, notificationCounters, notifications } from '#db/schema/index.ts';
import { localizedPath } from '#locales/index.ts';
import { type Address, address } from '#pages/addresses.ts';
import type { Deps } from '../../../deps.ts';
import type { ReplyOf } from '../../../lib/contract.ts';
import { isId } from '../../../lib/ids.ts';
import type { Locale } from '../../../lib/locale.ts';
import { shortened } from '../../../lib/text.ts';
import type { Person } from '../../coins/unlock/teams.ts';
import { smallAddress } from '../../media/present.ts';
import { listReadable } from '../../reading/reader/access.ts';
import type { notificationsContract } from './contract.ts';
import { countOf, headingOf, placeOf, textOf, wordsOf } from './rows.ts';
import { UNDO_MS } from './rules.ts';
import {
  isKept,
  isSeen,
  isSeenByMail,
  isWantedBy,
  type Mailed,
  type Row,
  selectNotifications,
  spanOfMail,
} from './seen.ts';

export type NotificationList = ReplyOf<(typeof notificationsContract)['GET /user/notifications']>;

const SMALL_PICTURE = 160;
const COUNTED_MAX_COUNT = 1000;

const present = (row: Row, locale: Locale): NotificationList['notifications'][number] => ({
  id: row.row.id,
  kind: row.row.kind,
  text: textOf(row, locale),
  url: localizedPath(locale, placeOf(row)),
  count: countOf(row),
  thumbnail_url: row.cover && smallAddress(row.cover, SMALL_PICTURE),
  created_at: row.row.createdAt.toISOString(),
  read: row.row.readAt !== null,
});

export type Reader = { viewer: Person; country: string | null };
export type Asking = Reader & { locale: Locale };
export type Which = 'all' | 'unread' | 'replies';
type Paging = { which: Which; page: number; perPage: number };

const isWhich = (which: Which) =>
  ({
    all: undefined,
    unread: isNull(notifications.readAt),
    replies: inArray(notifications.kind, ['reply', 'mention']),
  })[which];

const isListed = (deps: Deps, { viewer, country }: Reader, which: Which): SQL | undefined =>
  and(eq(notifications.userId, viewer.id), isKept, isWhich(which), isSeen(viewer, country, deps.clock.now()));

/** Newest first. Four queries. */
async function listRows(
  deps: Deps,
  asking: Asking,
  { which, page, perPage }: Paging,
): Promise<{ rows: Row[]; total: number; unreadCount: number }> {
  const [rows, total, unreadCount] = await Promise.all([
    selectNotifications(deps)
      .where(isListed(deps, asking, which))
      .orderBy(desc(notifications.createdAt), desc(notifications.id))
      .limit(perPage)
      .offset((page - 1) * perPage),
    countListed(deps, asking, which),
    countUnread(deps, asking),
  ]);
  return { rows, total, unreadCount };
}

async function countListed(deps: Deps, reader: Reader, which: Which): Promise<number> {
  const listed = selectNotifications(deps)
    .where(isListed(deps, reader, which))
    .limit(COUNTED_MAX_COUNT)
    .as('listed');
  const [row] = await deps.db.select({ count: sql<number>`count(*)`.mapWith(Number) }).from(listed);
  return row?.count ?? 0;
}

/** The badge: unread and listed notifications. Most users have none unread, which costs one query. */
export async function countUnread(deps: Deps, reader: Reader): Promise<number> {
  const [row] = await deps.db
    .select({ count: notificationCounters.unreadCount })
    .from(notificationCounters)
    .where(eq(notificationCounters.userId, reader.viewer.id));
  return row === undefined || row.count === 0 ? 0 : countListed(deps, reader, 'unread');
}

export async function listNotifications(
  deps: Deps,
  asking: Asking,
  paging: Paging,
): Promise<NotificationList> {
  const { rows, total, unreadCount } = await listRows(deps, asking, paging);
  return {
    notifications: rows.map((row) => present(row, asking.locale)),
    unread_count: unreadCount,
    page: paging.page,
    per_page: paging.perPage,
    total,
  };
}

export type PageRow = NotificationList['notifications'][number] & {
  words: ReturnType<typeof wordsOf>;
  /** The latest words. Empty for spoilers, and at an episode that the reader has not unlocked. */
  quote: string;
  invitation: { id: string; until: string } | null;
  releases: { number: number; title: string; url: string }[];
};

const RELEASES_MAX_COUNT = 5;
/** Published episodes always have a number. */
const published = sql<number>`${episodes.position}`;

/** The list for the page, with the latest words and released episodes. At most eight queries. */
export async function listForPage(
  deps: Deps,
  asking: Asking,
  paging: Paging & { removed: string | null },
): Promise<{ rows: PageRow[]; gone: PageRow | null; total: number; unreadCount: number }> {
  const [{ rows, ...counts }, gone] = await Promise.all([
    listRows(deps, asking, paging),
    paging.removed === null ? null : findRemoved(deps, asking, paging.removed),
  ]);
  const readable = await findReadable(deps, asking, gone === null ? rows : [...rows, gone]);
  const several = rows.filter((row) => row.row.kind === 'new_episode' && countOf(row) > 1);
  const releases = await findReleases(deps, several, asking.locale);
  const draw = (row: Row): PageRow => ({
    ...present(row, asking.locale),
    words: wordsOf(row, asking.locale),
    quote: row.row.episodeId === null || readable.has(row.row.episodeId) ? (row.said?.body ?? '') : '',
    invitation: row.invitation && { id: row.invitation.id, until: row.invitation.expiresAt.toISOString() },
    releases: releases.get(row.row.id) ?? [],
  });
  return { rows: rows.map(draw), gone: gone && draw(gone), ...counts };
}

/** Readers mentioned at an episode they have not unlocked are notified, but not shown the words. */
async function findReadable(
  deps: Deps,
  { viewer, country }: Asking,
  rows: readonly Row[],
): Promise<ReadonlySet<string>> {
  const ids = rows.flatMap(({ row, said }) => (said?.body && row.episodeId !== null ? [row.episodeId] : []));
  const known = await listReadable(deps, [...new Set(ids)], { viewer, country });
  return new Set(known.map(({ id }) => id));
}

async function findReleases(deps: Deps, rows: readonly Row[], locale: Locale) {
  const newest = rows.map(({ row, told }) => ({ id: row.id, ids: row.subjectIds.slice(-told) }));
  const ids = newest.flatMap((each) => each.ids);
  const known =
    ids.length === 0
      ? []
      : await deps.db
          .select({ id: episodes.id, number: published, title: episodes.title })
          .from(episodes)
          .where(and(inArray(episodes.id, ids), eq(episodes.status, 'published'), isNull(episodes.deletedAt)))
          .orderBy(desc(episodes.position));
  return new Map(
    newest.map((each, index) => {
      const slug = rows[index]?.story?.slug ?? '';
      const own = known.filter(({ id }) => each.ids.includes(id)).slice(0, RELEASES_MAX_COUNT);
      const drawn = own.map(({ number, title }) => ({
        number,
        title,
        url: localizedPath(locale, address('/stories/@slug/@number', { slug, number })),
      }));
      return [each.id, drawn];
    }),
  );
}

async function findRow(deps: Deps, { viewer, country }: Asking, id: string, where: SQL | undefined) {
  const own = and(eq(notifications.id, id), eq(notifications.userId, viewer.id));
  const seen = isSeen(viewer, country, deps.clock.now());
  const [row] = await selectNotifications(deps).where(and(own, where, seen));
  return row ?? null;
}

function findRemoved(deps: Deps, asking: Asking, id: string): Promise<Row | null> {
  const since = new Date(deps.clock.now().getTime() - UNDO_MS);
  return isId(id) ? findRow(deps, asking, id, gt(notifications.removedAt, since)) : Promise.resolve(null);
}

/** Null when the notification is gone or belongs to somebody else. */
export async function findNotification(
  deps: Deps,
  asking: Asking,
  id: string,
): Promise<{ url: string; place: Address } | null> {
  const row = await findRow(deps, asking, id, isKept);
  return row && { url: localizedPath(asking.locale, placeOf(row)), place: placeOf(row) };
}

export type Notice = {
  kind: NotificationKind;
  heading: string;
  text: string;
  url: string;
  picture: string | null;
  locale: Locale;
};

const NOTICE_MAX_LENGTH = 300;

/** Text of an unread notification for a device. Its link leads through the list, which marks it as read. */
export async function findNotice(deps: Deps, asking: Asking, id: string): Promise<Notice | null> {
  const row = await findRow(
    deps,
    asking,
    id,
    and(isKept, isNull(notifications.readAt), isWantedBy(['all', 'app'])),
  );
  if (row === null) return null;
  const { locale } = asking;
  return {
    kind: row.row.kind,
    locale,
    heading: shortened(headingOf(row), NOTICE_MAX_LENGTH),
    text: shortened(textOf(row, locale), NOTICE_MAX_LENGTH),
    url: localizedPath(locale, address('/notifications', {}, { query: { open: id } })),
    picture: row.cover && smallAddress(row.cover, SMALL_PICTURE),
  };
}

/** Lines of one mail about a story: notifications that are still unread and visible, newest first. */
export async function listForMail(
  deps: Deps,
  person: Person,
  { mailed, locale }: { mailed: Mailed; locale: Locale },
): Promise<{ story: string; lines: { text: string; place: Address }[] }> {
  const rows = await selectNotifications(deps, spanOfMail(mailed))
    .where(
      and(
        ...[eq(notifications.userId, person.id), inArray(notifications.id, Object.keys(mailed))],
        ...[isKept, isNull(notifications.readAt), isWantedBy(['all'])],
        isSeenByMail(person, deps.clock.now()),
      ),
    )
    .orderBy(desc(notifications.createdAt));
  return {
    story: rows[0]?.story?.title ?? '',
    lines: rows.map((row) => ({ text: textOf(row, locale), place: placeOf(row) })),
  };
}
