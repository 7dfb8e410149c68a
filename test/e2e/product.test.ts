/** What holds for the product as a whole: what is read, where it is written, and before any script runs. */
import t from 'tap';
import { violations } from '../support/axe.ts';
import { createEpisode, createStory, publishStory, uploadCover } from '../support/console.ts';
import { awake } from '../support/editor.ts';
import { mustDo } from '../support/releases.ts';
import { phone, startSite, wide } from '../support/site.ts';

t.test('the product', async (t) => {
  const site = await startSite();
  t.teardown(() => site.close());
  const creator = await site.signUp('Mirko Haas');
  const comics = await publishStory(site, creator, { title: 'Night Train' });
  const indie = await publishStory(site, creator, { title: 'Yard Sale', publication_type: 'indie' });
  const novel = await createStory(site, creator, {
    title: 'The Ledger',
    publication_type: 'novel',
    cover_media_id: await uploadCover(site, creator),
  });
  const chapters = await createEpisode(site, creator, novel.id, 'Ice');
  const written = { episode_id: chapters.id, title: 'The Pilot', text: 'Nobody had seen the sea stop.' };
  await site.call('POST /creator/episodes/chapters', { as: creator, body: written });
  const more = { ...written, title: 'The Sound', text: 'Then everybody heard it.' };
  await site.call('POST /creator/episodes/chapters', { as: creator, body: more });
  await site.runJobs();
  await mustDo(site, creator, chapters.id, 'publish', {});
  site.caches.purge(['all']);

  const readable = [
    ['comics', comics.story],
    ['indie', indie.story],
    ['novel', novel],
  ] as const;

  for (const [kind, { slug }] of readable) {
    await t.test(`RDR-21 ${kind} is read in the web reader, with and without scripts`, async (t) => {
      for (const javaScriptEnabled of [true, false]) {
        const { page, context, faults, goto } = await site.open({ ...phone, javaScriptEnabled });
        await goto('/');
        await page.locator(`main a[href="/stories/${slug}"]:visible`).first().click();
        // Before its styles are there, a page shows what it hides on a phone.
        await page.waitForURL(`**/stories/${slug}`);
        await page.locator(`main a[href="/stories/${slug}/1"]:visible`).first().click();
        await page.waitForURL(`**/stories/${slug}/1`);
        if (kind === 'novel') {
          t.ok(await page.getByText('Nobody had seen the sea stop.').isVisible());
        } else {
          const pages = page.locator('main img[alt]:not([alt=""])');
          t.equal(await pages.count(), 3);
          for (const each of await pages.all()) {
            await each.scrollIntoViewIfNeeded();
            await each.evaluate((image: HTMLImageElement) => image.decode());
          }
        }
        t.same(faults, []);
        await context.close();
      }
    });
  }

  await t.test('NOV-03 RDR-21 the preview of chapters leads through them as the reader does', async (t) => {
    const { page, context, faults, goto } = await site.open({ as: creator, ...wide });
    await goto(`/creator/stories/${novel.id}/episodes/${chapters.id}/chapters`);
    await page.getByRole('heading', { name: 'The Pilot' }).waitFor();
    await page.getByRole('link', { name: 'Read on' }).click();
    await page.waitForURL('**/chapters?chapter=2');
    t.ok(await page.getByText('Then everybody heard it.').isVisible());
    t.same(await violations(page), []);
    t.same(faults, []);
    await context.close();
  });

  for (const [code, kind, story, part] of [
    ['EPI-13', 'comics', comics.story, 'Pages'],
    ['EPI-14', 'indie', indie.story, 'Pages'],
    ['EPI-15', 'novel', novel, 'Chapters'],
  ] as const) {
    await t.test(`${code} an episode of ${kind} has its editor`, async (t) => {
      const { id } = await createEpisode(site, creator, story.id, 'Two');
      const { page, context, faults, goto } = await site.open({ as: creator });
      t.equal(await goto(`/creator/stories/${story.id}/episodes/${id}`), 200);
      await awake(page, kind === 'novel' ? 'NovelEditor' : 'EpisodeEditor');
      await page.getByRole('heading', { name: part, exact: true }).waitFor();
      if (kind === 'novel') await page.getByRole('button', { name: 'Add chapter' }).waitFor();
      else t.equal(await page.locator('input[type=file][multiple]').count(), 1);
      t.same(faults, []);
      await context.close();
    });
  }

  await t.test('OPS-14 the HTML holds the content before any script runs', async (t) => {
    const still = await site.open({ as: creator, javaScriptEnabled: false });
    for (const [address, text] of [
      ['/', 'Night Train'],
      [`/stories/${novel.slug}/1`, 'Nobody had seen the sea stop.'],
      [`/creator/stories/${comics.story.id}`, 'Night Train'],
    ] as const) {
      await still.goto(address);
      t.ok(await still.page.locator('main').getByText(text).first().isVisible(), address);
    }
    await still.goto(`/creator/stories/${comics.story.id}/details`);
    t.equal(
      await still.page.getByLabel('Title', { exact: true }).inputValue(),
      'Night Train',
      'and its islands',
    );
    await still.context.close();
  });

  await t.test('OPS-14 React wakes what the server drew instead of drawing it again', async (t) => {
    const { page, context, faults, goto } = await site.open({ as: creator });
    // Seen before any module runs: these are deferred until the page is read.
    await page.addInitScript(() => {
      document.addEventListener('readystatechange', () => {
        if (document.readyState !== 'interactive') return;
        for (const island of document.querySelectorAll('tsuzuki-island'))
          for (const node of island.querySelectorAll('*')) Object.assign(node, { isOfTheServer: true });
      });
    });
    await goto(`/creator/stories/${comics.story.id}/details`);
    await awake(page, 'StoryForm');
    const title = page.getByLabel('Title', { exact: true });
    t.ok(await title.evaluate((input) => 'isOfTheServer' in input), 'the very field');
    await title.fill('Night Trains');
    await page.getByText(/^Story saved, /).waitFor();
    t.same(faults, [], 'no mismatch');
    await context.close();
  });
});
