/** Adds a demo episode with its pictures, texts and readers, either published or scheduled. */
import { and, eq, sql } from 'drizzle-orm';
import { formatDate } from '../../locales/index.ts';
import { purge } from '../../server/cache/purge.ts';
import { type Deps, inTransaction, type TransactionDeps } from '../../server/deps.ts';
import { createEpisode } from '../../server/domains/publishing/episodes/service.ts';
import { pagePurpose } from '../../server/domains/publishing/releases/rules.ts';
import { scheduleEpisode } from '../../server/domains/publishing/releases/schedule.ts';
import { settleStory } from '../../server/domains/publishing/releases/service.ts';
import { rankStories } from '../../server/domains/publishing/stories/popularity.ts';
import { addDays, utcDay } from '../../server/lib/days.ts';
import { newId } from '../../server/lib/ids.ts';
import { plainTextOf } from '../../server/lib/prose/plain.ts';
import { sectionEndsOf } from '../../server/lib/prose/sections.ts';
import { countWords, lengthOf } from '../../server/lib/text.ts';
import type { Viewer } from '../../server/lib/viewer.ts';
import { aheadProblem, resolveWallTime } from '../../server/lib/wall-time.ts';
import {
  chapters,
  episodeCounters,
  episodeDays,
  episodePages,
  episodes,
  stories,
  storyCounters,
  storyDays,
} from '../schema/index.ts';
import type { DemoEpisode, DemoStory } from './content/index.ts';
import { type EpisodeShare, shareOfEpisode } from './figures.ts';
import { addPicture } from './pictures.ts';
import type { Rasterizer } from './raster.ts';

export type Seeder = {
  deps: Deps;
  rasterizer: Rasterizer;
  story: DemoStory;
  owner: Viewer;
  zone: string;
  /** All days count from this moment, so that a midnight during the run moves no release. */
  begun: Date;
};

export async function addEpisode(
  seeder: Seeder,
  storyId: string,
  episode: DemoEpisode,
  index: number,
): Promise<void> {
  const { deps, rasterizer, story, owner } = seeder;
  const there = and(eq(episodes.storyId, storyId), eq(episodes.title, episode.title));
  const [known] = await deps.db.select({ id: episodes.id }).from(episodes).where(there);
  if (known !== undefined) return;
  const thumbnail = await rasterizer.draw({ kind: 'thumbnail', story: story.slug, episode: index });
  const thumbnailMediaId = await addPicture(deps, owner.id, 'episode_cover', thumbnail);
  const pictures: string[] = [];
  for (let page = 0; page < (episode.pages ?? 0); page += 1) {
    const drawn = await rasterizer.draw({ kind: 'page', story: story.slug, episode: index, page });
    pictures.push(await addPicture(deps, owner.id, pagePurpose(story.format), drawn));
  }
  await inTransaction(deps, async (tx) => {
    const id = await createEpisode(tx, owner, { storyId, title: episode.title, thumbnailMediaId });
    await addPages(tx, id, { pictures, name: `${story.slug}-${index + 1}` });
    await addChapters(tx, id, episode);
    if (episode.day > 0) await plan(tx, seeder, id, episode.day);
    else await bringOut(tx, seeder, { storyId, id, index, at: momentOf(seeder, episode.day) });
  });
}

/** Release time of a published episode. An episode due later today is published when the demo begins. */
function momentOf(seeder: Seeder, day: number): Date {
  const { begun } = seeder;
  const instant = instantOf(seeder, addDays(utcDay(begun), day));
  return instant < begun ? instant : begun;
}

const instantOf = ({ story, zone }: Seeder, day: string): Date =>
  resolveWallTime(`${day}T${story.time}:00`, zone).instant;

export const latestOf = (seeder: Seeder): Date =>
  momentOf(seeder, Math.max(...seeder.story.episodes.map(({ day }) => day).filter((day) => day <= 0)));

async function addPages(
  tx: TransactionDeps,
  episodeId: string,
  { pictures, name }: { pictures: readonly string[]; name: string },
): Promise<void> {
  const pages = pictures.map((mediaId, page) => ({
    id: newId(),
    episodeId,
    mediaId,
    position: page + 1,
    name: `${name}-${String(page + 1).padStart(2, '0')}.jpg`,
  }));
  if (pages.length > 0) await tx.db.insert(episodePages).values(pages);
}

async function addChapters(tx: TransactionDeps, episodeId: string, episode: DemoEpisode): Promise<void> {
  const texts = (episode.chapters ?? []).map((chapter, at) => {
    const html = chapter.paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`).join('\n');
    return {
      id: newId(),
      episodeId,
      position: at + 1,
      title: chapter.title,
      html,
      sectionEnds: sectionEndsOf(html),
      plain: plainTextOf(html),
      wordsCount: sum(chapter.paragraphs.map(countWords)),
      charactersCount: sum(chapter.paragraphs.map(lengthOf)),
    };
  });
  if (texts.length > 0) await tx.db.insert(chapters).values(texts);
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

/** Uses the creator's own action. If the time has passed meanwhile, the days count from today. */
async function plan(tx: TransactionDeps, seeder: Seeder, id: string, day: number): Promise<void> {
  const { story, owner, zone, begun } = seeder;
  const now = tx.clock.now();
  const isAhead = aheadProblem(instantOf(seeder, addDays(utcDay(begun), day)), now) === null;
  const date = formatDate(addDays(utcDay(isAhead ? begun : now), day));
  await scheduleEpisode(tx, owner, id, { date, time: story.time, zoneName: zone, isAnnounced: true });
}

type Release = { storyId: string; id: string; index: number; at: Date };

/** Writes the release directly: no action can publish in the past. */
async function bringOut(
  tx: TransactionDeps,
  { story, begun }: Seeder,
  { storyId, id, index, at }: Release,
): Promise<void> {
  const share = shareOfEpisode(story, index, begun);
  await tx.db
    .update(episodes)
    .set({
      status: 'published',
      publishedAt: at,
      firstPublishedAt: at,
      createdAt: at,
      updatedAt: at,
    })
    .where(eq(episodes.id, id));
  await addFigures(tx, storyId, id, share);
  await settleStory(tx, storyId, { update: false });
  await tx.db
    .update(stories)
    .set({
      firstPublishedAt: sql`least(${stories.firstPublishedAt}, ${at})`,
      lastUpdate: sql`greatest(${stories.lastUpdate}, ${at})`,
    })
    .where(eq(stories.id, storyId));
  await purge(tx, [`story:${storyId}`, 'landing']);
}

/** Adds an episode's readers to the story's, so that the totals always agree. */
async function addFigures(
  tx: TransactionDeps,
  storyId: string,
  episodeId: string,
  { views, likes, days }: EpisodeShare,
): Promise<void> {
  await tx.db.insert(episodeDays).values(days.map((day) => ({ episodeId, ...day })));
  await tx.db
    .insert(episodeCounters)
    .values({ episodeId, viewsCount: views, likesCount: likes, likesBrought: likes });
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
  const [counters] = await tx.db
    .insert(storyCounters)
    .values({ storyId, viewsCount: views, likesCount: likes })
    .onConflictDoUpdate({
      target: storyCounters.storyId,
      set: {
        viewsCount: sql`${storyCounters.viewsCount} + excluded.views_count`,
        likesCount: sql`${storyCounters.likesCount} + excluded.likes_count`,
      },
    })
    .returning();
  // Ranks the story now. Otherwise the ranking would wait for its next reader.
  if (counters !== undefined) await rankStories(tx, [{ id: storyId, views: counters.viewsCount }]);
}

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
