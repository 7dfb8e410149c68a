/** Owns `stories` and `story_slugs`. A story without strategies is free and worldwide. */

import { and, asc, eq, inArray, isNotNull, isNull, lt, or, type SQL } from 'drizzle-orm';
import type { PublicationType, StoryFormat, StoryRating } from '#db/schema/index.ts';
import { episodes, erasedStories, media, stories, storySlugs } from '#db/schema/index.ts';
import { purge } from '../../../cache/purge.ts';
import { type Deps, inTransaction, type TransactionDeps } from '../../../deps.ts';
import { conflict, unprocessable } from '../../../lib/errors.ts';
import { newId } from '../../../lib/ids.ts';
import { lockByName } from '../../../lib/locks.ts';
import { slugify } from '../../../lib/slug.ts';
import type { Viewer } from '../../../lib/viewer.ts';
import { recordAll } from '../../../outbox/record.ts';
import { countStoryPages, remakeStoryPages } from '../../media/remake.ts';
import { removeMedia } from '../../media/service.ts';
import { findUnusedAmong, listPictures } from '../../media/uses.ts';
import { storyErased } from '../events.ts';
import { pagePurpose } from '../releases/rules.ts';
import { putMember } from './members.ts';
import { checkStory, normalizeTags, tagKeysOf } from './rules.ts';
import { requireStory, type TeamStory } from './team.ts';

export type StoryInput = {
  title: string;
  publicationType: PublicationType;
  format?: StoryFormat | null;
  genre: string;
  language: string;
  description?: string;
  tags?: string | readonly string[];
  rating?: StoryRating;
  coverMediaId?: string | null;
};

export type StoryChange = Partial<Omit<StoryInput, 'publicationType'>> & {
  lockVersion?: number;
  /** Confirmed number of pages that a change of format will make again. */
  pagesToRemake?: number | undefined;
};

export async function createStory(deps: Deps, viewer: Viewer, input: StoryInput): Promise<string> {
  return inTransaction(deps, async (tx) => {
    const id = newId(deps.clock.now().getTime());
    const format = input.publicationType === 'novel' ? null : (input.format ?? 'page_ltr');
    const tags = normalizeTags(input.tags ?? []);
    const title = input.title.trim();
    refuse(
      checkStory({ ...input, format: input.format === undefined ? format : input.format, tags }, viewer),
    );
    await requireCover(tx, viewer, input.coverMediaId);
    const slug = await takeSlug(tx, title, id);
    await tx.db.insert(stories).values({
      id,
      slug,
      ownerId: viewer.id,
      title,
      description: input.description ?? '',
      publicationType: input.publicationType,
      format,
      rating: input.rating ?? 'all',
      genre: input.genre,
      language: input.language,
      tags,
      tagKeys: tagKeysOf(tags),
      coverMediaId: input.coverMediaId ?? null,
      lastUpdate: deps.clock.now(),
      createdAt: deps.clock.now(),
    });
    await tx.db.insert(storySlugs).values({ slug, storyId: id });
    await putMember(tx, { storyId: id, userId: viewer.id }, 'owner');
    return id;
  });
}

/** A stale `lockVersion` is 409, so that nobody overwrites changes they have not seen. */
export async function changeStory(
  deps: Deps,
  viewer: Viewer,
  storyId: string,
  change: StoryChange,
): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const { story } = await requireStory(tx, viewer, storyId, 'edit', { forUpdate: true });
    if (change.lockVersion !== undefined && change.lockVersion !== story.lockVersion)
      throw conflict('stale_version');
    const { lockVersion: _seen, pagesToRemake, ...wished } = change;
    const next = { ...story, ...definedOnly(wished), tags: normalizeTags(wished.tags ?? story.tags) };
    const { publisher } = viewer;
    refuse(checkStory(next, { publisher: publisher && story.publicationType !== 'indie' }));
    // Readers see no story without a cover. Publishing its first episode required one.
    if (story.published && next.coverMediaId === null) refuse({ cover_media_id: ['blank'] });
    if (next.coverMediaId !== story.coverMediaId) await requireCover(tx, viewer, next.coverMediaId);
    if (next.format !== story.format) await changeFormat(tx, story, next.format, pagesToRemake);
    const title = next.title.trim();
    const slug = title === story.title ? story.slug : await takeSlug(tx, title, story.id);
    if (slug !== story.slug)
      await tx.db.insert(storySlugs).values({ slug, storyId: story.id }).onConflictDoNothing();
    await tx.db
      .update(stories)
      .set({
        title,
        slug,
        description: next.description,
        format: next.format,
        rating: next.rating,
        genre: next.genre,
        language: next.language,
        tags: next.tags,
        tagKeys: tagKeysOf(next.tags),
        coverMediaId: next.coverMediaId,
        lockVersion: story.lockVersion + 1,
      })
      .where(eq(stories.id, story.id));
    purge(tx, [`story:${story.id}`, 'landing']);
  });
}

/**
 * Readers keep the pages that they have, so nothing may be published or blocked (PAG-10). Throws 409 with the number of
 * pages to be made again unless it equals `confirmed`.
 */
async function changeFormat(
  tx: TransactionDeps,
  story: TeamStory['story'],
  format: StoryFormat | null,
  confirmed: number | undefined,
): Promise<void> {
  const shown = or(inArray(episodes.status, ['published', 'blocked']), isNotNull(episodes.withdrawnAt));
  const isShown = await tx.db.$count(
    episodes,
    and(eq(episodes.storyId, story.id), isNull(episodes.deletedAt), shown),
  );
  if (isShown > 0) throw conflict('format_fixed');
  // Page direction does not change the pictures.
  if (pagePurpose(format) === pagePurpose(story.format)) return;
  const pages = await countStoryPages(tx, story.id);
  if (pages === 0) return;
  if (pages !== confirmed)
    throw conflict('pages_to_remake', { args: { count: pages }, body: { pages_to_remake: pages } });
  await remakeStoryPages(tx, story.id, pagePurpose(format));
}

export async function markDeleted(tx: TransactionDeps, storyId: string, at: Date | null): Promise<void> {
  await tx.db.update(stories).set({ deletedAt: at }).where(eq(stories.id, storyId));
}

export async function markBlocked(tx: TransactionDeps, storyId: string, at: Date | null): Promise<void> {
  await tx.db.update(stories).set({ blockedAt: at }).where(eq(stories.id, storyId));
}

export async function findLapsed(deps: Deps, before: Date, most: number): Promise<string[]> {
  const rows = await deps.db
    .select({ id: stories.id })
    .from(stories)
    .where(lt(stories.deletedAt, before))
    .orderBy(asc(stories.deletedAt))
    .limit(most);
  return rows.map(({ id }) => id);
}

export async function purgeStory(tx: TransactionDeps, storyId: string, before: Date): Promise<void> {
  const lapsed = and(eq(stories.id, storyId), lt(stories.deletedAt, before));
  // A concurrent restore either comes first or finds nothing.
  const [story] = await tx.db.select({ id: stories.id }).from(stories).where(lapsed).for('update');
  if (story === undefined) return;
  const pictures = await listPictures(tx, { of: 'story', id: storyId });
  await eraseWhere(tx, eq(stories.id, storyId));
  await removeMedia(tx, await findUnusedAmong(tx, pictures));
}

/** Keeps only who owned the stories, for money and moderation. */
export async function eraseWhere(tx: TransactionDeps, which: SQL): Promise<void> {
  const { id: storyId, ownerId, firstPublishedAt } = stories;
  const gone = await tx.db.delete(stories).where(which).returning({ storyId, ownerId, firstPublishedAt });
  const erasedAt = tx.clock.now();
  if (gone.length === 0) return;
  await tx.db.insert(erasedStories).values(gone.map((story) => ({ ...story, erasedAt })));
  await recordAll(
    tx,
    storyErased,
    gone.map(({ storyId }) => ({ storyId })),
  );
}

function refuse(fields: ReturnType<typeof checkStory>): void {
  if (Object.keys(fields).length > 0) throw unprocessable(fields);
}

const definedOnly = <T extends object>(values: T): Partial<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>;

async function requireCover(
  tx: TransactionDeps,
  viewer: Viewer,
  mediaId: string | null | undefined,
): Promise<void> {
  if (mediaId === null || mediaId === undefined) return;
  const own = and(eq(media.id, mediaId), eq(media.ownerId, viewer.id), eq(media.purpose, 'cover'));
  const [cover] = await tx.db.select({ failedAt: media.failedAt }).from(media).where(own);
  if (cover === undefined || cover.failedAt !== null)
    throw unprocessable({ cover_media_id: ['unknown_media'] });
}

/** A number resolves clashes with any other story's present or past slug. */
async function takeSlug(tx: TransactionDeps, title: string, storyId: string): Promise<string> {
  const base = slugify(title, 'story', 70);
  // Two stories with the same title, created at the same time, must not both find the slug free.
  await lockByName(tx, `slug:${base}`);
  const wishes = [base, ...Array.from({ length: 20 }, (_, index) => `${base}-${index + 2}`)];
  const rows = await tx.db.select().from(storySlugs).where(inArray(storySlugs.slug, wishes));
  const taken = new Set(rows.filter((row) => row.storyId !== storyId).map((row) => row.slug));
  return wishes.find((slug) => !taken.has(slug)) ?? `${base}-${storyId.slice(-8)}`;
}
