import { readFileSync } from 'node:fs';
import { drawCover } from '../art/cover.ts';
import { type Drawing, drawPage } from '../art/page.ts';
import { drawEmblem, drawThumbnail } from '../art/portrait.ts';
import { randomFrom } from '../art/random.ts';
import { type PageScript, readScript } from '../art/script.ts';
import { drawStrip } from '../art/strip.ts';
import type { Style } from '../art/style.ts';
import { drawnStories, writtenStories } from './stories/index.ts';
import type { DemoStory, DrawnStory, Pace, WrittenStory } from './types.ts';

export { demoCreators } from './creators.ts';
export type { DemoChapter, DemoCreator, DemoEpisode, DemoStory } from './types.ts';

const styleOf = (story: DrawnStory): Style => ({
  slug: story.slug,
  palette: story.palette,
  cast: story.cast,
  language: story.language,
  format: story.format,
  sheet: story.sheet,
  caption: story.caption,
});

const pagesOf = (story: DrawnStory, episodeIndex: number): PageScript[] => {
  const episode = story.scripts[episodeIndex];
  if (!episode) throw new Error(`${story.slug} has no episode ${episodeIndex}`);
  return readScript(episode.script);
};

function dayOf({ latestDaysAgo, everyDays, continues, pause }: Pace, count: number, index: number): number {
  const latest = count - (continues ? 2 : 1);
  const paused = pause !== undefined && index < pause.after ? pause.days : 0;
  return (index - latest) * everyDays - latestDaysAgo - paused;
}

const priceOf = (pricing: DemoStory['pricing'], index: number): { price?: number } =>
  pricing.type === 'first_free' && index >= pricing.freeCount ? { price: pricing.price } : {};

const factsOf = (story: DrawnStory | WrittenStory) => ({
  slug: story.slug,
  creator: story.creator,
  title: story.title,
  description: story.description,
  publicationType: story.publicationType,
  rating: story.rating,
  genre: story.genre,
  language: story.language,
  tags: story.tags,
  pricing: story.pricing,
  figures: story.figures,
  time: story.pace.time,
});

const drawn = (story: DrawnStory): DemoStory => ({
  ...factsOf(story),
  format: story.format,
  episodes: story.scripts.map((episode, index) => ({
    title: episode.title,
    day: dayOf(story.pace, story.scripts.length, index),
    pages: pagesOf(story, index).length,
    ...priceOf(story.pricing, index),
  })),
});

const written = (story: WrittenStory): DemoStory => ({
  ...factsOf(story),
  format: null,
  episodes: story.parts.map((part, index) => ({
    title: part.title,
    day: dayOf(story.pace, story.parts.length, index),
    chapters: part.chapters,
    ...priceOf(story.pricing, index),
  })),
});

export const demoStories: DemoStory[] = [...drawnStories.map(drawn), ...writtenStories.map(written)];

const drawnBySlug = (slug: string): DrawnStory | undefined =>
  drawnStories.find((story) => story.slug === slug);
const writtenBySlug = (slug: string): WrittenStory | undefined =>
  writtenStories.find((story) => story.slug === slug);

export function coverSvg(story: DemoStory): string {
  const source = drawnBySlug(story.slug) ?? writtenBySlug(story.slug);
  if (!source) throw new Error(`${story.slug} is not a demo story`);
  return drawCover(source.slug, source.palette);
}

/** Hand-drawn pages of the first story, by episode and page. */
const originals: Readonly<Record<string, string>> = {
  'ash-street/0/0': 'page-1',
  'ash-street/0/1': 'page-2',
  'ash-street/0/2': 'page-3',
  'ash-street/0/5': 'page-4',
};

/** Composes a page from its script and returns the boxes of its balloons too. */
export function composePage(story: DemoStory, episodeIndex: number, pageIndex: number): Drawing {
  const source = drawnBySlug(story.slug);
  if (!source) throw new Error(`${story.slug} has no drawn pages`);
  const pages = pagesOf(source, episodeIndex);
  const page = pages[pageIndex];
  if (!page) throw new Error(`${story.slug} has no page ${pageIndex} in episode ${episodeIndex}`);
  const title = pageIndex === 0 ? (source.scripts[episodeIndex]?.title ?? null) : null;
  const place = { episode: episodeIndex, page: pageIndex, title, last: pageIndex === pages.length - 1 };
  return source.format === 'strip'
    ? drawStrip(styleOf(source), page, place)
    : drawPage(styleOf(source), page, place);
}

/** SVG of 1440 by 2036 pixels, or 1440 by 2400–3900 for strips. Both indexes start at 0. */
export function pageSvg(story: DemoStory, episodeIndex: number, pageIndex: number): string {
  const original = originals[`${story.slug}/${episodeIndex}/${pageIndex}`];
  if (original) return readFileSync(new URL(`../art/pages/${original}.svg`, import.meta.url), 'utf8');
  return composePage(story, episodeIndex, pageIndex).svg;
}

/** SVG of 200 by 200 pixels. */
export function thumbnailSvg(story: DemoStory, episodeIndex: number): string {
  const seed = `thumbnail ${story.slug}/${episodeIndex}`;
  const source = drawnBySlug(story.slug);
  if (source) {
    const panels = pagesOf(source, episodeIndex).flat();
    const telling = panels.filter(
      (panel) => panel.actors.length === 1 || (panel.prop && panel.scene !== 'dark'),
    );
    return drawThumbnail(styleOf(source), randomFrom(seed).pick(telling.length ? telling : panels), seed);
  }
  const book = writtenBySlug(story.slug);
  if (!book) throw new Error(`${story.slug} is not a demo story`);
  return drawEmblem(seed, book.palette, book.emblems[episodeIndex % book.emblems.length] ?? 'book');
}
