/**
 * Owns what shows a picture: one table, from which serving, purging, sweeping and erasing are made. A new use is an entry
 * here. A test holds the entries against the foreign keys to `media`.
 */
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

export type PictureUser = 'episode' | 'story' | 'user';

export type UseOfPictures = {
  /** What shows the picture. */
  of: PictureUser;
  /** Of an episode: its readers alone, or everybody once it is published. */
  seenBy?: 'readers' | 'everyone';
  /** The foreign key to `media`; null for a use that only a query tells. */
  column: PgColumn | null;
  /**
   * Each use as a row: `media_id`, the `id` of the episode, story or user, `is_shown` unless nobody else is to see it, and
   * `is_on_story` if the page of an episode's story shows it too. A question about one picture must reach an index.
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

/** The first page of a published episode stands in for the thumbnail that it lacks. */
const isFirstPage = sql`exists (
  select 1 from episodes e where e.id = ${episodePages.episodeId} and e.status = 'published' and e.thumbnail_media_id is null
    and not exists (select 1 from episode_pages o where o.episode_id = e.id and o.position < ${episodePages.position}))`;

export const usesOfPictures = {
  page: {
    of: 'episode',
    seenBy: 'readers',
    ...byColumn(episodePages.mediaId, episodePages.episodeId, { isOnStory: isFirstPage }),
  },
  // What waits with a book that is not taken over is for the team alone.
  illustration: {
    of: 'episode',
    seenBy: 'readers',
    ...byColumn(chapterPictures.mediaId, chapterPictures.episodeId, {
      isShown: sql`${chapterPictures.chapterId} is not null`,
      isOnStory: NO,
    }),
  },
  // Readers who paid see them by a signature, whatever becomes of the draft.
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
  // The list of episodes shows them whatever the episode costs.
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
