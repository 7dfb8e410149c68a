/** Notes of a chapter on each ground and without a script, and the comments beside a novel. */
import { eq } from 'drizzle-orm';
import type { Page } from 'playwright';
import t from 'tap';
import { chapters } from '#db/schema/index.ts';
import { violations } from '../support/axe.ts';
import { eventually } from '../support/eventually.ts';
import { awake, openPanel, overflowOf, tool } from '../support/panels.ts';
import { openShelf } from '../support/shelf.ts';
import { phone, startSite, wide } from '../support/site.ts';

const SENTENCE = 'The inspector wanted nothing of the kind; he wanted to sit down, with a stone in his shoe.';
const TEXT = Array.from({ length: 12 }, (_, at) => `<p>${at} ${SENTENCE}</p>`).join('');
const GROUNDS = ['system', 'paper', 'sepia', 'grey', 'night', 'black'] as const;

const set = (page: Page, change: object) =>
  page.evaluate((change) => void globalThis.setProse?.(change), change);

t.test('notes of chapters', async (t) => {
  const site = await startSite();
  t.teardown(() => site.close());
  const { addAuthor, addEpisode, addStory } = openShelf(site.deps);
  const author = await addAuthor();
  const mika = await site.signUp('Mika');
  const noor = await site.signUp('Noor');

  async function publish(text: string) {
    const story = await addStory(author, { publicationType: 'novel' });
    const { id } = await addEpisode(story, 1, {}, { pages: 0, chapters: [text] });
    const [chapter] = await site.deps.db.select().from(chapters).where(eq(chapters.episodeId, id));
    const leave = async (offset: number, body: string) => {
      const place = { episode_id: id, chapter_id: chapter?.id, offset };
      const reply = await site.call('POST /tsukkomi_comments', { as: mika, body: { ...place, body } });
      if (reply.statusCode !== 201) throw new Error(reply.body);
    };
    return { id, leave, path: `/stories/${story.slug}/1` };
  }

  await t.test('SOC-13 notes can be read on each ground', async (t) => {
    const { path, leave } = await publish(TEXT);
    await leave(4, 'he never sits');
    const { page, context, goto } = await site.open(wide);
    await goto(path);
    await page.locator('[data-marginalia]').getByText('he never sits').waitFor();
    for (const ground of GROUNDS) {
      await set(page, { ground });
      t.same(await violations(page), [], ground);
    }
    await context.close();
  });

  await t.test('RDR-21 without a script a chapter lists notes, takes one and loses it', async (t) => {
    const { path, leave, id } = await publish(TEXT);
    await leave(0, 'said without a script');
    const progress = { item: 1, furthest_item: 1, offset: 0.9, finished: false };
    await site.call(`PUT /episodes/${id}/progress`, { as: noor, body: progress });
    const { page, faults, context, goto } = await site.open({ as: noor, javaScriptEnabled: false, ...phone });
    await goto(`${path}/notes`);
    await page.getByText('said without a script').waitFor();
    await page.getByLabel('Short note').fill('so am I');
    await page.getByRole('button', { name: 'Pin' }).click();
    await page.getByText('so am I').waitFor();
    t.equal(await overflowOf(page), 0);
    await page.locator('summary[aria-label="More on note 2"]').click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('so am I').waitFor({ state: 'detached' });
    t.same(faults, []);
    await context.close();
  });

  await t.test('SOC-01 comments open beside a novel and keep what was begun', async (t) => {
    const { path } = await publish(TEXT);
    for (const screen of [phone, wide]) {
      const { page, context, goto } = await site.open({ as: noor, ...screen });
      await goto(path);
      // A press before it leads to the panel's own address, where a reload opens it and the next press shuts it.
      await awake(page);
      const opened = await openPanel(page, 'comments');
      const field = opened.getByRole('textbox').first();
      await field.fill('begun on the stairs');
      await page.reload();
      await awake(page);
      await openPanel(page, 'comments');
      await eventually('it is there', async () => (await field.inputValue()) === 'begun on the stairs');
      t.equal(await overflowOf(page), 0);
      await context.close();
    }
    const plain = await site.open({ as: noor, javaScriptEnabled: false, ...phone });
    await plain.goto(path);
    await tool(plain.page, 'comments').click();
    t.ok(await plain.page.locator('[data-panel=comments]').getByRole('link').first().isVisible());
    await plain.context.close();
  });
});
