import { eq } from 'drizzle-orm';
import { stories } from '../../db/schema/index.ts';
import { createEpisode, createStory, uploadCover, uploadPages } from '../support/console.ts';
import { openTab, type Tab } from '../support/engines/tab.ts';
import type { Engine, Size } from '../support/engines/wire.ts';
import { publishSerial } from '../support/serial.ts';
import { openShelf } from '../support/shelf.ts';
import { type Site, startSite } from '../support/site.ts';

export const PAGES = 6;
export const PHONE: Size = { width: 360, height: 740 };
export const WIDE: Size = { width: 1280, height: 900 };

export type World = {
  site: Site;
  ltr: string;
  rtl: string;
  down: string;
  novel: string;
  creator: { email: string };
  draft: string;
  open(size: Size): Promise<Tab>;
  openReader(size: Size, path: string): Promise<Tab>;
  close(): Promise<void>;
};

export async function startWorld(startEngine: () => Promise<Engine>): Promise<World> {
  const site = await startSite();
  const creator = await site.signUp('Mirko Haas');
  const ltr = await publishSerial(site, creator, { pages: PAGES, isPaged: true });
  const rtl = await publishSerial(site, creator, { pages: PAGES, isPaged: true });
  await site.deps.db.update(stories).set({ format: 'page_rtl' }).where(eq(stories.id, rtl.story.id));
  const down = await publishSerial(site, creator, { pages: PAGES });
  const shelf = openShelf(site.deps);
  const novel = await shelf.addStory(creator.id, { publicationType: 'novel', title: 'The Ledger' });
  const chapters = ['first', 'second'].map((word) => `<p>The ${word} chapter.</p>`.repeat(60));
  await shelf.addEpisode(novel, 1, {}, { pages: 0, chapters });
  const story = await createStory(site, creator, { cover_media_id: await uploadCover(site, creator) });
  const draft = await createEpisode(site, creator, story.id);
  await uploadPages(site, creator, draft.id, ['1.jpg', '2.jpg', '3.jpg']);
  await site.runJobs();
  const engine = await startEngine();
  const open = (size: Size) => openTab(engine, site.origin, size);
  return {
    site,
    ltr: ltr.path,
    rtl: rtl.path,
    down: down.path,
    novel: `/stories/${novel.slug}`,
    creator,
    draft: `/creator/stories/${story.id}/episodes/${draft.id}`,
    open,
    async openReader(size, path) {
      const tab = await open(size);
      await tab.goto(path);
      await tab.until('the reader is awake', () => document.querySelector('[data-staged]') !== null);
      return tab;
    },
    async close() {
      await engine.close();
      await site.close();
    },
  };
}
