/**
 * Spreads the demo's readers over days and episodes. Most come on a release day, more at weekends, fewer with every
 * episode. The figures are made up but deterministic, and add up to the totals of stories and episodes.
 */

import { addDays, countDays, listDays, utcDay } from '../../server/lib/days.ts';
import { DAY_MS } from '../../server/lib/durations.ts';
import type { DemoStory } from './content/index.ts';
import { randomFrom } from './random.ts';

/** Relative number of readers, by days since the release. */
const interest = (days: number): number => Math.exp(-days / 2) + 0.16 * Math.exp(-days / 45) + 0.02;

/** A new episode brings readers back to the others. */
const recall = (days: number): number => 1 + 0.6 * Math.exp(-days / 1.5);

/** Splits an integer into integer parts by weight. Rounding loses nothing. */
export function split(whole: number, weights: readonly number[]): number[] {
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  let weighed = 0;
  let given = 0;
  return weights.map((weight) => {
    weighed += weight;
    const part = Math.round((whole * weighed) / all) - given;
    given += part;
    return part;
  });
}

type Shown = Pick<DemoStory, 'slug' | 'figures'> & { episodes: { day: number }[] };

/** Days since a release, weighted by their share of its readers. Empty before the release. */
function courseOf(story: Shown, index: number, now: Date): { day: string; weight: number }[] {
  const random = randomFrom(`figures ${story.slug}/${index}`);
  const today = utcDay(now);
  const releases = story.episodes.map(({ day }) => addDays(today, day));
  const own = releases[index] ?? today;
  return (own > today ? [] : listDays(own, today)).map((day) => {
    const since = (release: string) => countDays(release, day) - 1;
    const latest = Math.min(...releases.filter((release) => release <= day).map(since));
    const weekend = [0, 6].includes(new Date(day).getUTCDay()) ? 1.2 : 1;
    const passed = day === today ? (now.getTime() - Date.parse(today)) / DAY_MS : 1;
    const weight = interest(since(own)) * recall(latest) * weekend * random.between(0.88, 1.12) * passed;
    // Without a minimum, a release at midnight would have no weight at all.
    return { day, weight: Math.max(weight, 1e-6) };
  });
}

export type EpisodeShare = {
  views: number;
  likes: number;
  days: { day: string; views: number; likes: number }[];
};

/** Total interest from the release to today. Zero before a release. */
const crowd = (days: number): number => {
  let sum = 0;
  for (let day = 0; day <= days; day += 1) sum += interest(day);
  return sum;
};

/** An episode's share of its story's readers, and their days so far. Only the days depend on `now`. */
export function shareOfEpisode(story: Shown, index: number, now: Date): EpisodeShare {
  const weights = story.episodes.map(({ day }, at) => crowd(-day) / (story.episodes.length + at));
  const views = split(story.figures.views, weights)[index] ?? 0;
  const liking = weights.map(
    (weight, at) => weight * randomFrom(`likes ${story.slug}/${at}`).between(0.85, 1.15),
  );
  const likes = split(story.figures.likes, liking)[index] ?? 0;
  const course = courseOf(story, index, now);
  const ofDays = course.map(({ weight }) => weight);
  const viewsOfDays = split(views, ofDays);
  const likesOfDays = split(likes, ofDays);
  return {
    views,
    likes,
    days: course.map(({ day }, at) => ({
      day,
      views: viewsOfDays[at] ?? 0,
      likes: likesOfDays[at] ?? 0,
    })),
  };
}

export function subscriberDays(story: Shown, now: Date): { day: string; subscribers: number }[] {
  const today = utcDay(now);
  const first = addDays(today, Math.min(...story.episodes.map(({ day }) => day)));
  const totals = new Map<string, number>();
  story.episodes.forEach((_, index) => {
    for (const { day, weight } of courseOf(story, index, now))
      totals.set(day, (totals.get(day) ?? 0) + weight);
  });
  const days = listDays(first, today);
  const parts = split(
    story.figures.subscribers,
    days.map((day) => totals.get(day) ?? 0),
  );
  return days.map((day, at) => ({ day, subscribers: parts[at] ?? 0 }));
}
