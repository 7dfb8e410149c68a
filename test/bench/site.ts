/** The product with benchmark data: a story of 40 episodes, an episode of 20 pages, and other stories. */

import { demoStories } from '../../db/seed/content/index.ts';
import { startRasterizer } from '../../db/seed/raster.ts';
import { type House, startHouse } from '../support/house.ts';
import { openShelf } from '../support/shelf.ts';
import { publishLongWork, seedSmallDemo } from '../support/works.ts';
import { BROWSER } from './arrivals.ts';

const EPISODES = 40;
const PAGES = 20;

export type BenchSite = House & {
  paths: { landing: string; story: string; reader: string; novel: string; missing: string };
};

/** `isSmall`: creates only the episode of 20 pages. */
export async function startBenchSite({ isSmall = false } = {}): Promise<BenchSite> {
  const house = await startHouse();
  const rasterizer = startRasterizer();
  try {
    const creator = await house.signUp('Mika Sato');
    const size = { slug: 'ash-street', episodes: isSmall ? 1 : EPISODES, pages: PAGES };
    const long = await publishLongWork(house, creator, rasterizer, size);
    if (!isSmall) await seedSmallDemo(house.deps, rasterizer, () => ({ episodes: 1, pages: 1 }));
    const story = `/stories/${long.slug}`;
    const paths = {
      landing: '/',
      story,
      reader: `${story}/1`,
      novel: '/stories/room-313/1',
      missing: '/nowhere',
    };
    return { ...house, paths };
  } finally {
    rasterizer.close();
  }
}

/** Without picture files: starts in seconds, while real pictures take minutes on a busy machine. */
export async function startShelfSite(): Promise<BenchSite> {
  const house = await startHouse();
  const shelf = openShelf(house.deps);
  const author = await shelf.addAuthor('Mika Sato');
  const long = await shelf.addStory(author, { title: 'Ash Street again' });
  for (let number = 1; number <= EPISODES; number += 1)
    await shelf.addEpisode(long, number, {}, { pages: number === 1 ? PAGES : 1 });
  let novel = '';
  for (const { slug, title, description, publicationType, format, genre, language } of demoStories) {
    const isNovel = publicationType === 'novel';
    const values = { slug, title, description, publicationType, format, genre, language };
    const story = await shelf.addStory(await shelf.addAuthor(), values);
    await shelf.addEpisode(story, 1, {}, isNovel ? { pages: 0, chapters: ['<p>Rain.</p>'] } : { pages: 1 });
    if (isNovel) novel = `/stories/${slug}/1`;
  }
  const story = `/stories/${long.slug}`;
  return { ...house, paths: { landing: '/', story, reader: `${story}/1`, novel, missing: '/nowhere' } };
}

/** Polls until the page is compressed in the background, as for all later visitors. */
export async function keptForm(site: BenchSite, path: string): Promise<{ body: Buffer; html: string }> {
  const ask = () => site.app.inject({ url: path, headers: BROWSER });
  const html = (await site.app.inject({ url: path })).body;
  const first = await ask();
  if (first.headers.etag === undefined) return { body: first.rawPayload, html };
  for (let turn = 0; turn < 1000; turn += 1) {
    const reply = await ask();
    if (reply.headers.etag !== first.headers.etag) return { body: reply.rawPayload, html };
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return { body: first.rawPayload, html };
}
