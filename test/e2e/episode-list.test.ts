/** The list of a story's episodes in a real browser: what the server drew is what the island goes on with. */
import type { Page } from 'playwright';
import t from 'tap';
import { createEpisode, jpegPart, upload } from '../support/console.ts';
import { awake, startEditors } from '../support/editor.ts';
import { eventually } from '../support/eventually.ts';
import { episodeIn, readyEpisode, viewOf } from '../support/releases.ts';
import { phone, wide } from '../support/site.ts';

const TITLE = ' Two  “Lamps” & <b>no</b> &amp; light‏ ';
const { site, owner, administrator, storyId } = await startEditors();
const path = `/creator/stories/${storyId}`;
for (const status of ['published', 'scheduled', 'blocked'] as const)
  await episodeIn(site, { owner, administrator }, { storyId, status });
const named = await readyEpisode(site, owner, storyId, TITLE);
await createEpisode(site, owner, storyId, 'Last');
const picture = await upload(site, owner, 'POST /media', [
  { name: 'purpose', value: 'episode_cover' },
  await jpegPart('file', 'thumbnail.jpg', { width: 200, height: 200 }),
]);
const { lock_version } = await viewOf(site, owner, named);
await site.call(`PATCH /creator/episodes/${named}`, {
  as: owner,
  body: { thumbnail_media_id: picture.json().media.id, lock_version },
});
await site.runJobs();

/** Of each row: where it leads, all that it says, its mark and its picture. */
const rowsOf = (page: Page) =>
  page
    .locator('[data-tile]')
    .evaluateAll((rows) =>
      rows.map((row) => [
        row.querySelector('a')?.getAttribute('href'),
        row.textContent,
        row.querySelector('[data-status] > *')?.className,
        row.querySelector('img')?.getAttribute('src')?.replace(/\?.*/, ''),
      ]),
    );
const plain = await site.open({ as: owner, javaScriptEnabled: false });
await plain.goto(path);
const drawn = await rowsOf(plain.page);
await plain.context.close();

t.test('EPI-12 each row says its state, its pages and its moment without a script', async (t) => {
  t.equal(drawn.length, 5);
  const texts = drawn.map(([, text]) => text);
  t.match(texts[4], /^1One1 pagePublished\d\d\/\d\d\/\d{4}$/);
  t.match(texts[3], /^2One1 pageScheduled\d\d\/\d\d\/\d{4} \d\d:\d\d$/);
  t.match(texts[2], /^3One1 pageBlocked/);
  t.ok(texts[1]?.includes('“Lamps” & <b>no</b> &amp; light'), texts[1] ?? '');
  t.match(texts[0], /^5Last0 pagesIn progress$/);
  t.match(drawn[1]?.[3], /^\/media\//);
});

for (const [width, size] of Object.entries({ phone, wide })) {
  t.test(`the island draws the same rows again, and moves them as they are (${width})`, async (t) => {
    const tab = await site.open({ as: owner, ...size });
    const { page } = tab;
    await tab.goto(path);
    await awake(page, 'EpisodeList');
    const down = page.getByRole('button', { name: /^Move “ ?Two .* down$/ });
    await down.waitFor();
    t.same(await rowsOf(page), drawn);
    for (const turn of ['up', 'down']) {
      const saved = page.waitForResponse((answer) => answer.url().endsWith('/number'));
      await page.getByRole('button', { name: new RegExp(`^Move “ ?Two .* ${turn}$`) }).click();
      t.equal((await saved).status(), 204);
      const [first, second] = drawn;
      const wanted = turn === 'down' ? [first, second] : [second, first];
      const withoutNumber = (rows: typeof drawn) =>
        rows.map(([to, text, ...rest]) => [to, text?.replace(/^\d+/, ''), ...rest]);
      await eventually('the order', async () => {
        const now = withoutNumber((await rowsOf(page)).slice(0, 2));
        return (
          JSON.stringify(now) === JSON.stringify(withoutNumber(wanted.flatMap((row) => (row ? [row] : []))))
        );
      });
    }
    t.same(tab.faults, []);
    await tab.context.close();
  });
}

t.test('its tools come without moving anything', async (t) => {
  for (const size of [phone, wide]) {
    const tab = await site.open({ as: owner, ...size });
    const { page } = tab;
    let go = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      go = resolve;
    });
    await page.route('**/assets/chunks/*.js', async (route) => {
      await held;
      await route.continue();
    });
    await tab.goto(path);
    const places = () =>
      page.locator('[data-tile] a, [data-tile] [data-status]').evaluateAll((all) =>
        all.map((each) => {
          const { x, y, width, height } = each.getBoundingClientRect();
          return [x, y, width, height].map(Math.round).join();
        }),
      );
    await page.evaluate(() => document.fonts.ready);
    const before = await places();
    t.equal(await page.locator('[data-move]').count(), 0);
    go();
    await page.locator('[data-move]').first().waitFor();
    t.same(await places(), before);
    t.same(tab.faults, []);
    await tab.context.close();
  }
});

t.teardown(() => site.close());
