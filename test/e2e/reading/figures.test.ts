import t from 'tap';
import { violations } from '../../support/axe.ts';
import { publishStory } from '../../support/console.ts';
import { everywhere, viewsOf } from '../../support/figures.ts';
import { expect } from '../../support/hand.ts';
import { overflowOf } from '../../support/panels.ts';
import { phone, startSite } from '../../support/site.ts';

const site = await startSite();
const creator = await site.signUp('Mika Sato');
const reader = await site.signUp('Reader');
const { story, episode } = await publishStory(site, creator, { title: 'רכבת הלילה', language: 'he' });
const work = { storyId: story.id, episodeId: episode.id };
const path = `/stories/${story.slug}/1`;

await t.test(
  'EPI-08, STO-19 reading in a browser counts by itself, signed in or not, once each',
  async (t) => {
    for (const as of [undefined, reader]) {
      const { page, context, faults, goto } = await site.open({ ...phone, ...(as && { as }) });
      for (let turn = 0; turn < 2; turn += 1) {
        const told = page.waitForResponse((response) => response.url().endsWith('/views'));
        t.equal(await goto(path), 200);
        t.equal((await told).status(), 202);
      }
      t.same(faults, []);
      await context.close();
    }
    await expect.poll(() => viewsOf(site, work), 'the batch goes out within seconds').toEqual(everywhere(2));
  },
);

await t.test('EPI-08 an episode opened in the background is not told before it is looked at', async (t) => {
  const { page, goto, context } = await site.open();
  await context.addInitScript(() => {
    let state = 'hidden';
    Object.defineProperty(document, 'visibilityState', { get: () => state });
    addEventListener('look', () => {
      state = 'visible';
      document.dispatchEvent(new Event('visibilitychange'));
    });
  });
  const sent: string[] = [];
  page.on('request', (request) => request.url().endsWith('/views') && sent.push(request.url()));
  await goto(path);
  t.same(sent, []);
  await page.evaluate(() => void dispatchEvent(new Event('look')));
  await expect.poll(() => sent.length).toBe(1);
  await context.close();
});

await t.test('STO-31 what is folded is accessible too, and fits the smallest screen', async (t) => {
  const { page, goto, context } = await site.open({ ...phone, as: creator });
  await goto(`/de/creator/stories/${story.id}/statistics?days=7&figure=likes`);
  await page.evaluate(() => {
    for (const part of document.querySelectorAll<HTMLDetailsElement>('main details')) part.open = true;
  });
  t.same(await violations(page), []);
  await expect.poll(() => overflowOf(page)).toBe(0);
  await context.close();
});

await site.close();
