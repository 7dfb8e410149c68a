/**
 * Fills an empty database with the demo stories, in the background and in steps: every story first gets its cover and
 * its first episode, then the rest. Each episode is one transaction, so a start after an interruption goes on from there.
 */
import { and, eq, max, sql } from 'drizzle-orm';
import { purge } from '../../server/cache/purge.ts';
import { type Deps, inTransaction, type TransactionDeps } from '../../server/deps.ts';
import { pagePurpose } from '../../server/domains/publishing/rules.ts';
import { settleStory } from '../../server/domains/publishing/service.ts';
import { directionOfFormat, storedDirection } from '../../server/domains/reading/rules.ts';
import { newId } from '../../server/lib/ids.ts';
import { countWords, lengthOf } from '../../server/lib/text.ts';
import {
  chapters,
  episodeDays,
  episodePages,
  episodes,
  geofilterStrategies,
  media,
  pricingStrategies,
  settings,
  stories,
  storyDays,
  storyMembers,
  storySlugs,
} from '../schema/index.ts';
import { ensureDemoAccounts } from './accounts.ts';
import { coverColours } from './colours.ts';
import { type DemoEpisode, type DemoStory, demoStories } from './content/index.ts';
import { DEMO_SETTING } from './due.ts';
import { type EpisodeShare, shareOfEpisode, subscriberDays } from './figures.ts';
import { addPicture } from './pictures.ts';
import type { Rasterizer } from './raster.ts';

const DAY_MS = 86_400_000;

export type Progress = { done: number; total: number };

export type SeedOptions = {
  onProgress(progress: Progress): void;
  signal: AbortSignal;
  /** Less than everything, where a few pages of each will do. */
  works?: readonly DemoStory[];
};

/** Runs until the demo is complete or `signal` aborts; `onProgress` is told of every episode. */
export async function seedDemo(
  deps: Deps,
  rasterizer: Rasterizer,
  { onProgress, signal, works = demoStories }: SeedOptions,
): Promise<void> {
  await deps.db.insert(settings).values({ name: DEMO_SETTING, value: 'running' }).onConflictDoNothing();
  const owners = await ensureDemoAccounts(deps, rasterizer);
  const total = works.reduce((sum, story) => sum + story.episodes.length, 0);
  const longest = Math.max(...works.map((story) => story.episodes.length));
  let done = 0;
  for (let index = 0; index < longest; index += 1) {
    for (const story of works) {
      const episode = story.episodes[index];
      if (episode === undefined) continue;
      if (signal.aborted) return;
      const seeder: Seeder = { deps, rasterizer, story, ownerId: owners.get(story.creator) ?? '' };
      await addEpisode(seeder, await ensureStory(seeder), episode, index);
      done += 1;
      onProgress({ done, total });
    }
  }
  await deps.db.update(settings).set({ value: 'done' }).where(eq(settings.name, DEMO_SETTING));
}

type Seeder = { deps: Deps; rasterizer: Rasterizer; story: DemoStory; ownerId: string };

async function ensureStory(seeder: Seeder): Promise<string> {
  const { deps, rasterizer, story, ownerId } = seeder;
  const [known] = await deps.db.select({ id: stories.id }).from(stories).where(eq(stories.slug, story.slug));
  if (known !== undefined) return known.id;
  const coverMediaId = await addPicture(
    deps,
    ownerId,
    'cover',
    await rasterizer.draw({ kind: 'cover', story: story.slug }),
  );
  const colour = coverColours[story.slug];
  if (colour !== undefined) await deps.db.update(media).set(colour).where(eq(media.id, coverMediaId));
  const now = deps.clock.now();
  const id = newId(now.getTime());
  const { pricing, figures } = story;
  await inTransaction(deps, async (tx) => {
    await tx.db.insert(stories).values({
      id,
      slug: story.slug,
      ownerId,
      title: story.title,
      description: story.description,
      publicationType: story.publicationType,
      format: story.format,
      rating: story.rating,
      genre: story.genre,
      language: story.language,
      tags: story.tags,
      coverMediaId,
      lastUpdate: new Date(now.getTime() - daysAgo(story) * DAY_MS),
      subscribersCount: figures.subscribers,
      createdAt: now,
    });
    const days = subscriberDays(story, now).map((day) => ({ storyId: id, ...day }));
    await tx.db.insert(storyDays).values(days);
    await tx.db.insert(storySlugs).values({ slug: story.slug, storyId: id });
    await tx.db.insert(storyMembers).values({ storyId: id, userId: ownerId, role: 'owner' });
    await tx.db.insert(geofilterStrategies).values({ storyId: id });
    await tx.db.insert(pricingStrategies).values({
      storyId: id,
      type: pricing.type,
      freeCount: pricing.type === 'first_free' ? pricing.freeCount : 0,
      priceCoins: pricing.type === 'first_free' ? pricing.price : 0,
    });
  });
  return id;
}

const daysAgo = (story: DemoStory): number =>
  Math.min(...story.episodes.map((episode) => episode.publishedDaysAgo));

async function addEpisode(
  seeder: Seeder,
  storyId: string,
  episode: DemoEpisode,
  index: number,
): Promise<void> {
  const { deps, rasterizer, story, ownerId } = seeder;
  const there = and(eq(episodes.storyId, storyId), eq(episodes.title, episode.title));
  const [known] = await deps.db.select({ id: episodes.id }).from(episodes).where(there);
  if (known !== undefined) return;
  const thumbnail = await rasterizer.draw({ kind: 'thumbnail', story: story.slug, episode: index });
  const thumbnailMediaId = await addPicture(deps, ownerId, 'episode_cover', thumbnail);
  const pictures: string[] = [];
  for (let page = 0; page < (episode.pages ?? 0); page += 1) {
    const drawn = await rasterizer.draw({ kind: 'page', story: story.slug, episode: index, page });
    pictures.push(await addPicture(deps, ownerId, pagePurpose(story.format), drawn));
  }
  const now = deps.clock.now();
  const publishedAt = new Date(now.getTime() - episode.publishedDaysAgo * DAY_MS);
  const id = newId(now.getTime());
  const share = shareOfEpisode(story, index, now);
  await inTransaction(deps, async (tx) => {
    // Somebody signed in as the story's creator may have added episodes in the meantime.
    await tx.db.select({ id: stories.id }).from(stories).where(eq(stories.id, storyId)).for('update');
    const [last] = await tx.db
      .select({ position: max(episodes.position) })
      .from(episodes)
      .where(eq(episodes.storyId, storyId));
    const position = (last?.position ?? 0) + 1;
    await tx.db.insert(episodes).values({
      id,
      storyId,
      position,
      title: episode.title,
      status: 'published',
      ...storedDirection(story.format === null ? 'down' : directionOfFormat(story.format)),
      thumbnailMediaId,
      publishedAt,
      firstPublishedAt: publishedAt,
      viewsCount: share.views,
      likesCount: share.likes,
      createdAt: publishedAt,
      updatedAt: publishedAt,
    });
    const name = (page: number): string =>
      `${story.slug}-${position}-${String(page + 1).padStart(2, '0')}.jpg`;
    const pages = pictures.map((mediaId, page) => ({
      id: newId(),
      episodeId: id,
      mediaId,
      position: page + 1,
      name: name(page),
    }));
    if (pages.length > 0) await tx.db.insert(episodePages).values(pages);
    const texts = (episode.chapters ?? []).map((chapter, at) => ({
      id: newId(),
      episodeId: id,
      position: at + 1,
      title: chapter.title,
      html: chapter.paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`).join('\n'),
      wordsCount: sum(chapter.paragraphs.map(countWords)),
      charactersCount: sum(chapter.paragraphs.map(lengthOf)),
    }));
    if (texts.length > 0) await tx.db.insert(chapters).values(texts);
    await addFigures(tx, storyId, id, share);
    await settleStory(tx, storyId, { update: false });
    await tx.db
      .update(stories)
      .set({ firstPublishedAt: sql`least(${stories.firstPublishedAt}, ${publishedAt})` })
      .where(eq(stories.id, storyId));
    await purge(tx, [`story:${storyId}`, 'landing']);
  });
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

/** An episode brings its readers along, so that at any moment the story has as many as its episodes. */
async function addFigures(
  tx: TransactionDeps,
  storyId: string,
  episodeId: string,
  { views, likes, days }: EpisodeShare,
): Promise<void> {
  await tx.db.insert(episodeDays).values(days.map((day) => ({ episodeId, ...day })));
  await tx.db
    .insert(storyDays)
    .values(days.map((day) => ({ storyId, ...day })))
    .onConflictDoUpdate({
      target: [storyDays.storyId, storyDays.day],
      set: {
        views: sql`${storyDays.views} + excluded.views`,
        likes: sql`${storyDays.likes} + excluded.likes`,
      },
    });
  await tx.db
    .update(stories)
    .set({
      viewsCount: sql`${stories.viewsCount} + ${views}`,
      likesCount: sql`${stories.likesCount} + ${likes}`,
    })
    .where(eq(stories.id, storyId));
}

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
