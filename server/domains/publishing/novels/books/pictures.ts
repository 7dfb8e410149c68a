import { and, eq, exists, inArray, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { chapterPictures, episodes, media, storyMembers } from '#db/schema/index.ts';
import type { TransactionDeps } from '#server/deps.ts';
import { unprocessable } from '#server/lib/errors.ts';
import { picturesIn } from '#server/lib/prose/fill.ts';
import { CHAPTER_PICTURES_MAX_COUNT } from '../rules.ts';

type Chapter = { id: string; episodeId: string; html: string };

/**
 * Throws 422 for too many or unknown pictures. A picture is known if it is in the story or its team uploaded it for a
 * chapter. Deleted pictures remain as ids without a row.
 */
export async function keepPictures(tx: TransactionDeps, chapter: Chapter): Promise<void> {
  const named = [...new Set(picturesIn(chapter.html).map((picture) => picture.id))];
  if (named.length > CHAPTER_PICTURES_MAX_COUNT) throw unprocessable({ html: ['too_many_pictures'] });
  await putPictures(tx, chapter, named.length === 0 ? [] : await known(tx, chapter.episodeId, named));
}

async function known(tx: TransactionDeps, episodeId: string, named: string[]): Promise<string[]> {
  const ofStory = alias(episodes, 'of_story');
  // Pictures stay in the story when their uploader leaves the team or is erased.
  const isShown = exists(
    tx.db
      .select({ one: sql`1` })
      .from(chapterPictures)
      .innerJoin(ofStory, eq(ofStory.id, chapterPictures.episodeId))
      .where(and(eq(chapterPictures.mediaId, media.id), eq(ofStory.storyId, episodes.storyId))),
  );
  const rows = await tx.db
    .select({
      id: media.id,
      purpose: media.purpose,
      isOurs: sql<boolean>`${storyMembers.userId} is not null or ${isShown}`,
    })
    .from(media)
    .innerJoin(episodes, eq(episodes.id, episodeId))
    .leftJoin(
      storyMembers,
      and(eq(storyMembers.storyId, episodes.storyId), eq(storyMembers.userId, media.ownerId)),
    )
    .where(inArray(media.id, named));
  if (rows.some(({ purpose, isOurs }) => purpose !== 'illustration' || !isOurs))
    throw unprocessable({ html: ['unknown_media'] });
  return rows.map(({ id }) => id);
}

export async function putPictures(
  tx: TransactionDeps,
  { id: chapterId, episodeId }: Omit<Chapter, 'html'>,
  mediaIds: readonly string[],
): Promise<void> {
  await tx.db.delete(chapterPictures).where(eq(chapterPictures.chapterId, chapterId));
  if (mediaIds.length === 0) return;
  await tx.db.insert(chapterPictures).values(mediaIds.map((mediaId) => ({ chapterId, episodeId, mediaId })));
}
