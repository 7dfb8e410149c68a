/** Serving, purging, sweeping and erasing rely on this table. A test checks it against the foreign keys. */

import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import {
  chapterPictures,
  episodePages,
  episodes,
  keptPages,
  keptPictures,
  stories,
  users,
} from '../../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import type { PurgeTag } from '../../ports.ts';

export type PictureUser = 'episode' | 'story' | 'user';

export type UseOfPictures = {
  of: PictureUser;
  /** For an episode: only its readers, or everybody once it is published. */
  seenBy?: 'readers' | 'everyone';
  /** Null when only a query finds the use. */
  column: PgColumn | null;
  /**
   * Rows of `media_id`, `id` (episode, story or user), `is_shown` (others may see it) and `is_on_story`. `is_on_story`:
   * the page of an episode's story shows it, too. Lookups of one picture must use an index.
   */
  rows: SQL;
};

const YES = sql`true`;
const NO = sql`false`;

const byColumn = (column: PgColumn, id: PgColumn, { isShown = YES, isOnStory = YES } = {}) => ({
  column,
  rows: sql`(select ${column} as media_id, ${id} as id, ${isShown} as is_shown, ${isOnStory} as is_on_story
    from ${column.table})`,
});

/** The first page of a published episode serves as a missing thumbnail. */
const isFirstPage = sql`exists (
  select 1 from episodes e where e.id = ${episodePages.episodeId} and e.status = 'published' and e.thumbnail_media_id is null
    and not exists (select 1 from episode_pages o where o.episode_id = e.id and o.position < ${episodePages.position}))`;

export const usesOfPictures = {
  page: {
    of: 'episode',
    seenBy: 'readers',
    ...byColumn(episodePages.mediaId, episodePages.episodeId, { isOnStory: isFirstPage }),
  },
  // Only the team sees pictures of a book that is not imported yet.
  illustration: {
    of: 'episode',
    seenBy: 'readers',
    ...byColumn(chapterPictures.mediaId, chapterPictures.episodeId, {
      isShown: sql`${chapterPictures.chapterId} is not null`,
      isOnStory: NO,
    }),
  },
  // Readers who paid see them through a signed URL, whatever happens to the draft.
  keptPage: {
    of: 'episode',
    seenBy: 'readers',
    ...byColumn(keptPages.mediaId, keptPages.episodeId, { isShown: NO, isOnStory: NO }),
  },
  keptIllustration: {
    of: 'episode',
    seenBy: 'readers',
    ...byColumn(keptPictures.mediaId, keptPictures.episodeId, { isShown: NO, isOnStory: NO }),
  },
  // The list of episodes shows thumbnails whatever the episode costs.
  thumbnail: { of: 'episode', seenBy: 'everyone', ...byColumn(episodes.thumbnailMediaId, episodes.id) },
  cover: { of: 'story', ...byColumn(stories.coverMediaId, stories.id) },
  profile: {
    of: 'user',
    ...byColumn(users.pictureMediaId, users.id, { isShown: sql`${users.deletionRequestedAt} is null` }),
  },
} satisfies Record<string, UseOfPictures>;

export type KindOfUse = keyof typeof usesOfPictures;

export const allUses: readonly (UseOfPictures & { kind: string })[] = Object.entries(usesOfPictures).map(
  ([kind, use]) => ({ kind, ...use }),
);

type Asker = Pick<Deps, 'db'>;

/** Tags of the public pages that show a use `u`. */
const TAGS: Record<PictureUser, (uses: SQL) => readonly SQL[]> = {
  episode: (uses) => [
    sql`select 'episode:' || u.id as tag ${uses}`,
    sql`select 'story:' || (select e.story_id from episodes e where e.id = u.id) ${uses} and u.is_on_story`,
  ],
  story: (uses) => [
    sql`select 'story:' || u.id as tag ${uses}`,
    sql`select 'landing' ${uses} and exists (select 1 from stories s where s.id = u.id and s.published)`,
  ],
  user: (uses) => [sql`select 'profile:' || u.id as tag ${uses}`],
};

export async function tagsOfPictures(deps: Asker, mediaIds: readonly string[]): Promise<PurgeTag[]> {
  const ids = sql.param([...mediaIds]);
  const parts = allUses.flatMap(({ of, rows }) =>
    TAGS[of](sql`from ${rows} u where u.media_id = any(${ids}::uuid[])`),
  );
  const { rows } = await deps.db.execute<{ tag: PurgeTag }>(sql.join(parts, sql` union `));
  return rows.map((row) => row.tag);
}

/** True when nothing shows the picture `m`. */
const isUnused = sql.join(
  allUses.map(({ rows }) => sql`not exists (select 1 from ${rows} u where u.media_id = m.id)`),
  sql` and `,
);

/**
 * Checks the next `most` pictures after `after` (null: from the start) that are older than `before`. `next` is the
 * cursor: a table of any size is scanned in batches.
 */
export async function findUnused(
  deps: Asker,
  { before, after, most }: { before: Date; after: string | null; most: number },
): Promise<{ unused: string[]; next: string | null }> {
  const { rows } = await deps.db.execute<{ id: string; unused: boolean }>(sql`
    select m.id, ${isUnused} as unused from (
      select id from media where ${after}::uuid is null or id > ${after}::uuid order by id limit ${most}
    ) as piece join media m using (id) where m.created_at < ${before} order by m.id`);
  const next = rows.length < most ? null : (rows.at(-1)?.id ?? null);
  return { unused: rows.filter((row) => row.unused).map((row) => row.id), next };
}

export async function findUnusedAmong(deps: Asker, ids: readonly string[]): Promise<string[]> {
  const { rows } = await deps.db.execute<{ id: string }>(sql`
    select m.id from media m where m.id = any(${sql.param([...ids])}::uuid[]) and ${isUnused}`);
  return rows.map((row) => row.id);
}

export async function findUnusedOf(deps: Asker, ownerId: string): Promise<string[]> {
  const { rows } = await deps.db.execute<{ id: string }>(sql`
    select m.id from media m where m.owner_id = ${ownerId} and ${isUnused}`);
  return rows.map((row) => row.id);
}

export async function listPictures(
  deps: Asker,
  { of, id }: { of: 'episode' | 'story'; id: string },
): Promise<string[]> {
  const ids = (use: PictureUser): SQL =>
    use === of ? sql`${id}` : sql`any(array(select e.id from episodes e where e.story_id = ${id}))`;
  const parts = allUses
    .filter((use) => use.of === of || (of === 'story' && use.of === 'episode'))
    .map(
      (use) => sql`select u.media_id as id from ${use.rows} u where u.media_id is not null
      and u.id = ${ids(use.of)}`,
    );
  const { rows } = await deps.db.execute<{ id: string }>(sql.join(parts, sql` union `));
  return rows.map((row) => row.id);
}
