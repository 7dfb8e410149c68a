/** A novel on a device without a network: its chapters, and the pictures in them. */
import { desc, eq } from 'drizzle-orm';
import t from 'tap';
import { chapterPictures, chapters, media, stories } from '#db/schema/index.ts';
import { variantKey } from '../../server/domains/media/addresses.ts';
import { eventually } from '../support/eventually.ts';
import { openPanel, panel } from '../support/panels.ts';
import { samplePage } from '../support/sample-page.ts';
import { saveTool } from '../support/saving.ts';
import { openShelf } from '../support/shelf.ts';
import { startSite, wide } from '../support/site.ts';

t.test('a saved novel', async (t) => {
  const site = await startSite();
  t.teardown(() => site.close());

  /** Its sizes are all one file, and it stands in the last chapter. */
  async function showPicture(episodeId: string, mediaId: string): Promise<void> {
    const { db, storage } = site.deps;
    const [{ id: chapterId = '' } = {}] = await db
      .select({ id: chapters.id })
      .from(chapters)
      .where(eq(chapters.episodeId, episodeId))
      .orderBy(desc(chapters.position));
    await db.insert(chapterPictures).values({ episodeId, mediaId, chapterId });
    const [{ variants } = { variants: [] }] = await db
      .select({ variants: media.variants })
      .from(media)
      .where(eq(media.id, mediaId));
    const file = await samplePage(80, 60);
    for (const variant of variants)
      await storage.put(variantKey(mediaId, variant), file, { contentType: 'image/jpeg' });
  }

  await t.test('SOC-08 an episode of a novel is saved, and read without a line', async (t) => {
    const { addAuthor, addEpisode, addPicture, addStory } = openShelf(site.deps);
    const author = await addAuthor();
    const novel = await addStory(author, { publicationType: 'novel', title: 'The Lamp' });
    await addEpisode(await addStory(await addAuthor(), { publicationType: 'novel', title: 'The Mirror' }), 1);
    // Its cover has no file.
    await site.deps.db.update(stories).set({ coverMediaId: null }).where(eq(stories.id, novel.id));
    const mediaId = await addPicture(author, 'page');
    const lamp = `<figure><img data-picture="${mediaId}" alt="A lamp"></figure>`;
    const texts = ['<p>There was a lamp.</p>', `<p>It went out.</p>${lamp}`];
    const { id: episodeId } = await addEpisode(novel, 1, {}, { pages: 0, chapters: texts });
    await showPicture(episodeId, mediaId);
    const address = `/stories/${novel.slug}/1`;
    const { page, context, goto } = await site.open({ ...wide, serviceWorkers: 'allow' });
    await goto(address);
    const allow = (bytes: number) =>
      page.evaluate(
        async (bytes) => (await navigator.serviceWorker.ready).active?.postMessage({ type: 'limit', bytes }),
        bytes,
      );
    const contents = await openPanel(page, 'contents');
    await contents.getByRole('link', { name: 'All episodes' }).click();
    await panel(page, 'episodes').locator('h2').waitFor();
    await page.evaluate(() => navigator.serviceWorker.register('/sw.js'));
    await allow(1000);
    await saveTool(page).getByRole('button').click();
    await saveTool(page).getByText('The limit is reached').waitFor();
    await allow(10_000_000);
    await saveTool(page).getByRole('button').click();
    await saveTool(page).getByText('Kept until').waitFor();
    // What the browser itself has kept shows nothing of what is saved.
    await (await context.newCDPSession(page)).send('Network.clearBrowserCache');
    await context.setOffline(true);
    await page.goto('/offline');
    await page.getByRole('link', { name: /The Lamp 1/ }).click();
    await page.waitForURL(`**${address}`);
    await page.getByText('There was a lamp.').waitFor();
    await page.getByText('This episode is saved').waitFor();
    await page.getByRole('link', { name: 'Read on' }).click();
    await page.waitForURL(`**${address}?chapter=2`);
    await page.getByText('It went out.').waitFor();
    await page.getByText('This episode is saved').waitFor();
    const picture = page.getByRole('img', { name: 'A lamp' });
    await picture.scrollIntoViewIfNeeded();
    t.ok(
      await eventually('its picture is there', () =>
        picture.evaluate((each: HTMLImageElement) => each.naturalWidth > 0),
      ),
    );
    await page.locator('#end').scrollIntoViewIfNeeded();
    const similar = page.locator('#end [data-more] a', { hasText: 'The Mirror' });
    t.notOk(await similar.isVisible(), 'what is not on the device is not offered');
    await context.close();
  });
});
