import { and, desc, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { Static } from 'typebox';
import { comments, media, sessions, stories, users, violationReports, wallets } from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';
import { notFound } from '../../../lib/errors.ts';
import { isId } from '../../../lib/ids.ts';
import { localeOr } from '../../../lib/locale.ts';
import { findFounderTerms } from '../../accounts/accounts/founders.ts';
import { smallAddress } from '../../media/present.ts';
import { pictureColumns } from '../../reading/reader/cards.ts';
import { phraseIn } from '../../safety/takedowns/queries-works.ts';
import type { AdminUser, ListedUser } from './contract.ts';
import { listActions } from './queries-log.ts';
import { flagsOf, USERS_COUNTED_MAX, type UserFilter, versionOf } from './rules.ts';

export type ListedUserView = Static<typeof ListedUser>;
export type AdminUserView = Static<typeof AdminUser>;

const SHOWN_MAX_COUNT = 10;
const COMMENTS_COUNTED_MAX = 1000;

/** Each filter has its own index, so that the cost does not grow with the number of accounts. */
const FILTERS: Record<UserFilter, (deps: Deps) => SQL | undefined> = {
  all: () => undefined,
  creators: ({ db }) =>
    inArray(
      users.id,
      db
        .select({ id: stories.ownerId })
        .from(stories)
        .where(isNull(stories.deletedAt))
        .orderBy(desc(stories.id))
        .limit(USERS_COUNTED_MAX),
    ),
  publishers: () => sql`${users.publisher}`,
  founders: () => sql`${users.founder}`,
  administrators: () => sql`${users.administrator}`,
  locked: () => isNotNull(users.lockedAt),
  unconfirmed: () => isNull(users.emailConfirmedAt),
};

export type UserSearch = {
  q?: string | undefined;
  filter?: UserFilter | undefined;
  page: number;
  perPage: number;
};

const named = sql`lower(${users.displayName} || ' ' || ${users.slug} || ' ' || ${users.email}::text)`;

/** Newest first. Limits matches: common phrases scan the newest accounts, rare ones use trigrams. Two queries. */
export async function listUsers(
  deps: Deps,
  { q = '', filter = 'all', page, perPage }: UserSearch,
): Promise<{ users: ListedUserView[]; total: number }> {
  const wanted = q.trim();
  const phrase = wanted === '' ? undefined : isId(wanted) ? eq(users.id, wanted) : phraseIn(named, wanted);
  const some = deps.db
    .select({ id: users.id })
    .from(users)
    .where(and(isNull(users.erasedAt), phrase, FILTERS[filter](deps)))
    .orderBy(desc(users.id))
    .limit(USERS_COUNTED_MAX)
    .as('some');
  const [rows, total] = await Promise.all([
    selectUsers(deps)
      .innerJoin(some, eq(some.id, users.id))
      .orderBy(desc(some.id))
      .limit(perPage)
      .offset((page - 1) * perPage),
    deps.db.$count(some),
  ]);
  return { users: rows.map(present), total };
}

const selectUsers = ({ db }: Pick<Deps, 'db'>) =>
  db
    .select({
      user: users,
      picture: pictureColumns,
      stories: db.$count(stories, and(eq(stories.ownerId, users.id), isNull(stories.deletedAt))),
      reports: db.$count(
        violationReports,
        and(eq(violationReports.subjectId, users.id), eq(violationReports.state, 'open')),
      ),
    })
    .from(users)
    .leftJoin(media, eq(media.id, users.pictureMediaId));

type Row = Awaited<ReturnType<typeof selectUsers>>[number];

function present({ user, picture, stories: storiesCount, reports }: Row): ListedUserView {
  return {
    id: user.id,
    slug: user.slug,
    display_name: user.displayName,
    email: user.email,
    email_confirmed: user.emailConfirmedAt !== null,
    created_at: user.createdAt.toISOString(),
    publisher: user.publisher,
    founder: user.founder,
    administrator: user.administrator,
    locked_at: user.lockedAt?.toISOString() ?? null,
    deleting: user.deletionRequestedAt !== null,
    thumbnail_url: picture && smallAddress(picture, 160),
    stories_count: storiesCount,
    open_reports_count: reports,
  };
}

/** Throws 404 when missing or erased. */
export async function findUser(deps: Deps, id: string): Promise<AdminUserView> {
  const { db } = deps;
  const wrote = (hidden: boolean): Promise<number> =>
    db.$count(
      db
        .select({ id: comments.id })
        .from(comments)
        .where(and(eq(comments.authorId, id), hidden ? eq(comments.state, 'hidden') : undefined))
        .limit(COMMENTS_COUNTED_MAX)
        .as('wrote'),
    );
  const [[row], terms, devices, own, about, log, commentsCount, hiddenCount, [wallet]] = await Promise.all([
    selectUsers(deps).where(and(eq(users.id, id), isNull(users.erasedAt))),
    findFounderTerms(deps, id),
    db
      .select({ at: sessions.lastUsedAt })
      .from(sessions)
      .where(eq(sessions.userId, id))
      .orderBy(desc(sessions.lastUsedAt))
      .limit(100),
    db
      .select({ id: stories.id, slug: stories.slug, title: stories.title, published: stories.published })
      .from(stories)
      .where(and(eq(stories.ownerId, id), isNull(stories.deletedAt)))
      .orderBy(desc(stories.lastUpdate))
      .limit(SHOWN_MAX_COUNT),
    db
      .select()
      .from(violationReports)
      .where(eq(violationReports.subjectId, id))
      .orderBy(desc(violationReports.id))
      .limit(SHOWN_MAX_COUNT),
    listActions(deps, { subjectId: id, most: SHOWN_MAX_COUNT }),
    wrote(false),
    wrote(true),
    db.select({ coins: wallets.balanceCoins }).from(wallets).where(eq(wallets.userId, id)),
  ]);
  if (row === undefined) throw notFound('not_found');
  return {
    ...present(row),
    version: versionOf(flagsOf(row.user)),
    language: localeOr(row.user.language),
    timezone: row.user.timezone,
    second_factor: row.user.secondFactorAt !== null,
    sessions_count: devices.length,
    last_used_at: devices[0]?.at.toISOString() ?? null,
    comments_count: commentsCount,
    hidden_comments_count: hiddenCount,
    wallet_coins: wallet?.coins ?? 0,
    founder_terms: terms,
    stories: own,
    reports: about.map(({ number, category, state, createdAt }) => ({
      number,
      category,
      state,
      created_at: createdAt.toISOString(),
    })),
    actions: log.actions,
  };
}
