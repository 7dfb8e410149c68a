import { storySources } from './stories/index.ts';
import type { DemoStory, Pace, StorySource } from './types.ts';

export { demoCreators } from './creators.ts';
export type { DemoChapter, DemoCreator, DemoEpisode, DemoStory } from './types.ts';

function dayOf({ latestDaysAgo, everyDays, continues, pause }: Pace, count: number, index: number): number {
  const latest = count - (continues ? 2 : 1);
  const paused = pause !== undefined && index < pause.after ? pause.days : 0;
  return (index - latest) * everyDays - latestDaysAgo - paused;
}

const priceOf = (pricing: DemoStory['pricing'], index: number): { price?: number } =>
  pricing.type === 'first_free' && index >= pricing.freeCount ? { price: pricing.price } : {};

const storyOf = ({ pace, parts, ...facts }: StorySource): DemoStory => ({
  ...facts,
  time: pace.time,
  episodes: parts.map((part, index) => ({
    ...part,
    day: dayOf(pace, parts.length, index),
    ...priceOf(facts.pricing, index),
  })),
});

export const demoStories: DemoStory[] = storySources.map(storyOf);
