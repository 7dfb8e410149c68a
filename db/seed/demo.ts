/**
 * Fills an empty database with the demo stories, step by step in the background. Every story first gets its cover and
 * first episode, then the other episodes. Each episode is one transaction, so that a start after an interruption can
 * continue.
 */
import { eq } from 'drizzle-orm';
import { type Deps, inTransaction } from '../../server/deps.ts';
import { viewerOf } from '../../server/domains/accounts/sessions/rules.ts';
import { tagKeysOf } from '../../server/domains/publishing/stories/rules.ts';
import { countPlaces, rankWeek } from '../../server/domains/reading/counts/rankings.ts';
import { RANKED_DAYS } from '../../server/domains/reading/counts/rules.ts';
import { addDays, utcDay } from '../../server/lib/days.ts';
import { newId } from '../../server/lib/ids.ts';
import {
  geofilterStrategies,
  media,
  pricingStrategies,
  settings,
  stories,
  storyCounters,
  storyDays,
  storyMembers,
  storySlugs,
} from '../schema/index.ts';
import { ensureDemoAccounts } from './accounts.ts';
import { addAds } from './ads.ts';
import { addAttention } from './attention.ts';
import { addBlocks } from './blocking.ts';
import { coverColours } from './colours.ts';
import { addComments } from './comments.ts';
import { type DemoStory, demoStories } from './content/index.ts';
import { DEMO_SETTING } from './due.ts';
import { addEpisode, latestOf, type Seeder } from './episodes.ts';
import { subscriberDays } from './figures.ts';
import { addNotes } from './notes.ts';
import { addClosedPayouts, addOpenPayouts } from './payouts.ts';
import { addPicture } from './pictures.ts';
import type { Rasterizer } from './raster.ts';
import { addReports } from './reports.ts';
import { addRevenue } from './revenue.ts';
import { fillShelves } from './shelves.ts';
import { addWallet } from './wallet.ts';

export type Progress = { done: number; total: number };

export type SeedOptions = {
  onProgress(progress: Progress): void;
  signal: AbortSignal;
  /** Defaults to all demo stories. Tests pass fewer. */
  works?: readonly DemoStory[];
};

/** Runs until the demo is complete or `signal` aborts. Calls `onProgress` after each episode. */
export async function seedDemo(
  deps: Deps,
  rasterizer: Rasterizer,
  { onProgress, signal, works = demoStories }: SeedOptions,
): Promise<void> {
  await deps.db.insert(settings).values({ name: DEMO_SETTING, value: 'running' }).onConflictDoNothing();
  const people = await ensureDemoAccounts(deps, rasterizer);
  const begun = deps.clock.now();
  const total = works.reduce((sum, story) => sum + story.episodes.length, 0);
  const longest = Math.max(...works.map((story) => story.episodes.length));
  let done = 0;
  for (let index = 0; index < longest; index += 1) {
    for (const story of works) {
      const [episode, owner] = [story.episodes[index], people.get(story.creator)];
      if (episode === undefined) continue;
      if (signal.aborted) return;
      done += 1;
      // Publishes nothing for a creator whose account is about to be deleted.
      if (owner !== undefined && owner.deletionRequestedAt === null) {
        const seeder = {
          deps,
          rasterizer,
          story,
          owner: viewerOf(owner, { id: '', provenAt: null }, begun),
          zone: owner.timezone,
          begun,
        };
        const storyId = await ensureStory(seeder);
        if (storyId !== null) await addEpisode(seeder, storyId, episode, index);
      }
      onProgress({ done, total });
    }
  }
  await addComments(deps, people);
  await addNotes(deps, people);
  await fillShelves(deps, people);
  await addWallet(deps, people);
  await addAttention(deps, people);
  await addClosedPayouts(deps, people);
  await addBlocks(deps, people);
  await addReports(deps, people);
  await addRevenue(deps, people);
  await addAds(deps);
  await rankDemo(deps);
  await addOpenPayouts(deps, people);
  await deps.db.update(settings).set({ value: 'done' }).where(eq(settings.name, DEMO_SETTING));
}

/** Also ranks the previous week, so that the first ranking already shows which stories have risen. */
async function rankDemo(deps: Deps): Promise<void> {
  await inTransaction(deps, (tx) => countPlaces(tx, addDays(utcDay(tx.clock.now()), -RANKED_DAYS)));
  await rankWeek(deps, { isAnew: true });
}

/** Null when the creator has deleted the story meanwhile. */
async function ensureStory(seeder: Seeder): Promise<string | null> {
  const { deps, rasterizer, story, owner } = seeder;
  const [known] = await deps.db.select().from(stories).where(eq(stories.slug, story.slug));
  if (known !== undefined) return known.deletedAt === null ? known.id : null;
  const ownerId = owner.id;
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
      tagKeys: tagKeysOf(story.tags),
      coverMediaId,
      lastUpdate: latestOf(seeder),
      createdAt: now,
    });
    await tx.db.insert(storyCounters).values({
      storyId: id,
      subscribersCount: figures.subscribers,
      subscribersBrought: figures.subscribers,
    });
    const days = subscriberDays(story, seeder.begun).map((day) => ({ storyId: id, ...day }));
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
