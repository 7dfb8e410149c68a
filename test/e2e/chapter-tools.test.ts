/** What a chapter holds beside words: pictures, notes and readings, from the editor to a reader without JavaScript. */
import t from 'tap';
import { violations } from '../support/axe.ts';
import { createEpisode, createStory, uploadCover } from '../support/console.ts';
import { awake } from '../support/editor.ts';
import { eventually } from '../support/eventually.ts';
import { sampleFile } from '../support/sample-page.ts';
import { phone, startSite, wide } from '../support/site.ts';

const site = await startSite();
const author = await site.signUp('Ida');
const story = await createStory(site, author, {
  title: 'The Ledger',
  publication_type: 'novel',
  genre: 'historical',
  cover_media_id: await uploadCover(site, author),
});
await site.runJobs();
const episode = await createEpisode(site, author, story.id, 'Ice');
const begun = await site.call('POST /creator/episodes/chapters', {
  as: author,
  body: {
    episode_id: episode.id,
    title: 'The Sound',
    html: '<p>They came to 江戸.</p><p>It was cold.</p><p>In winter.</p>',
  },
});
const { id } = begun.json<{ chapter: { id: string } }>().chapter;
const path = `/creator/stories/${story.id}/episodes/${episode.id}?chapter=${id}`;
const stored = async (): Promise<string> =>
  (await site.call(`GET /creator/episodes/chapters/${id}`, { as: author })).json<{
    chapter: { html: string };
  }>().chapter.html;

const tab = await site.open({ as: author, ...wide });
const { page } = tab;
const area = page.getByRole('textbox', { name: 'Text of the chapter' });
const tool = (name: string | RegExp) => page.getByRole('toolbar').getByRole('button', { name, exact: true });
const dialog = page.getByRole('dialog');
const saved = () => page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
const choose = async (text: string): Promise<void> => {
  await area.evaluate((root, words) => {
    (root as HTMLElement).focus();
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const at = node.nodeValue?.indexOf(words) ?? -1;
      if (at >= 0) getSelection()?.setBaseAndExtent(node, at, node, at + words.length);
    }
  }, text);
};
const end = async (text: string): Promise<void> => {
  await choose(text);
  await page.keyboard.press('ArrowRight');
};
const storedAs = (pattern: RegExp) =>
  eventually(`${pattern} is stored`, async () => pattern.test(await stored()));
await tab.goto(path);
await awake(page, 'NovelEditor');
await area.waitFor();

await t.test('NOV-06 a reading stands above the words that were chosen', async (t) => {
  await end('It was cold.');
  await tool('Reading (ruby)').click();
  await dialog.getByText('Select the word in the text first').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await choose('江戸');
  await tool('Reading (ruby)').click();
  await dialog.getByLabel('Reading', { exact: true }).fill('Edo');
  await dialog.getByRole('button', { name: 'Set the reading' }).click();
  await storedAs(/<p>They came to <ruby>江戸<rp>\(<\/rp><rt>Edo<\/rt><rp>\)<\/rp><\/ruby>\.<\/p>/);
  await page.keyboard.type(', at last');
  await storedAs(/<\/ruby>, at last\.<\/p>/);
  await area.locator('ruby').click();
  await page.locator('[role=toolbar] [aria-pressed=true]').waitFor();
  t.equal(await tool('Reading (ruby)').getAttribute('aria-pressed'), 'true');
  await tool('Reading (ruby)').click();
  await dialog.getByLabel('Reading', { exact: true }).fill('えど');
  await dialog.getByRole('button', { name: 'Set the reading' }).click();
  await storedAs(/<rt>えど<\/rt>/);
});

await t.test('NOV-06 notes are numbered in their order, lead there and back, and are rewritten', async () => {
  const note = async (text: string): Promise<void> => {
    await tool('Note').click();
    await dialog.getByLabel('Note', { exact: true }).fill(text);
    await dialog.getByRole('button', { name: 'Save the note' }).click();
  };
  await end('cold');
  await note('Minus ten degrees.');
  await page.keyboard.type(' indeed');
  await storedAs(/cold<a href="#t2" id="t1" role="doc-noteref">1<\/a>\sindeed\./);
  await end('They');
  await note('The crew.');
  await storedAs(
    /They<a href="#t4" id="t3" role="doc-noteref">1<\/a> came[\s\S]*id="t1" role="doc-noteref">2<[\s\S]*<aside id="t4" role="doc-footnote"><p>The crew\. <a href="#t3" role="doc-backlink">↩<\/a><\/p><\/aside>\n<aside id="t2"/,
  );
  await choose('The crew.');
  await tool('Note').click();
  await dialog.getByLabel('Note', { exact: true }).fill('All of the crew.');
  await dialog.getByRole('button', { name: 'Save the note' }).click();
  await storedAs(/<p>All of the crew\. <a href="#t3"/);
  await end('at last');
  await note('To go.');
  await storedAs(/at last<a href="#t6" id="t5" role="doc-noteref">2</);
  await choose('To go.');
  await tool('Note').click();
  await dialog.getByRole('button', { name: 'Remove the note' }).click();
  await storedAs(/at last\.<\/p>[\s\S]*id="t1" role="doc-noteref">2</);
});

await t.test('NOV-06 by keys alone: from the text to a tool, and back to where it was', async () => {
  await choose('winter');
  await tool('Link').focus();
  await page.keyboard.press('Enter');
  await dialog.getByLabel('Address').fill('me@example.org');
  await page.keyboard.press('Enter');
  await page.locator('[role=textbox]:focus').waitFor();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.type('!');
  await storedAs(/<a href="mailto:me@example\.org"[^>]*>winter(?:<\/a>!|!<\/a>)/);
});

await t.test('NOV-06 a picture is shown at once, described, and kept while the text is saved', async (t) => {
  await end('It was');
  const { promise: line, resolve: arrive } = Promise.withResolvers<void>();
  await page.route('**/api/media', (route) => line.then(() => route.continue()), { times: 1 });
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), tool('Picture').click()]);
  await chooser.setFiles(await sampleFile('page05.jpg', { width: 700 }));
  await dialog.getByLabel('Description').fill('A  frozen "sea"');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await area.getByRole('img', { name: 'A frozen "sea"' }).waitFor();
  await page.getByRole('status').getByText('Sending a picture').waitFor();
  await page.keyboard.type('Meanwhile.');
  await storedAs(/Meanwhile\./);
  t.notMatch(await stored(), 'data-picture', 'what is on its way is no part of the text yet');
  arrive();
  await storedAs(/<figure><img data-picture="[0-9a-f-]{36}" alt="A frozen &quot;sea&quot;"><\/figure>/);
  await saved();
  await site.runJobs();
  await page.reload();
  await area.waitFor();
  const again = area.getByRole('img', { name: 'A frozen "sea"' });
  await eventually('it is drawn from the server', () =>
    again.evaluate((image) => (image as HTMLImageElement).naturalWidth > 0),
  );
  await again.click();
  t.equal(await dialog.getByLabel('Description').inputValue(), 'A frozen "sea"');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
});

await t.test(
  'NOV-06 pictures are pasted and dropped; one that is refused is told and loses no text',
  async (t) => {
    const give = (kind: 'paste' | 'drop', type: string, bytes: number[], count = 1) =>
      area.evaluate(
        (root, { kind, type, bytes, count }) => {
          const data = new DataTransfer();
          for (let each = 0; each < count; each += 1)
            data.items.add(new File([new Uint8Array(bytes)], `${each}`, { type }));
          const shared = { bubbles: true, cancelable: true };
          root.dispatchEvent(
            kind === 'paste'
              ? new ClipboardEvent('paste', { ...shared, clipboardData: data })
              : new DragEvent('drop', { ...shared, dataTransfer: data }),
          );
        },
        { kind, type, bytes, count },
      );
    const small = [...(await sampleFile('page05.jpg', { width: 60 })).buffer];
    await end('It was');
    await give('paste', 'image/jpeg', small);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await eventually('both are stored', async () => (await stored()).split('data-picture').length === 3);
    await give('drop', 'image/jpeg', small);
    await dialog.getByRole('button', { name: 'Remove the picture' }).click();
    await give('drop', 'image/jpeg', small, 2);
    await eventually('both more are stored', async () => (await stored()).split('data-picture').length === 5);
    await tool(/^Undo/).click();
    await eventually(
      'one step back takes both',
      async () => (await stored()).split('data-picture').length === 3,
    );
    await give('drop', 'image/gif', [1]);
    await page.getByRole('alert').getByText('The picture must be a JPG or PNG.').waitFor();
    await give('paste', 'image/png', [1, 2, 3]);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('alert').getByText('your text is safe').waitFor();
    await eventually('it is gone', async () => (await area.locator('img').count()) === 2);
    await page.keyboard.type('Still here.');
    await saved();
    await storedAs(/Still here\./);
    t.equal((await stored()).split('data-picture').length, 3);
  },
);

await t.test('NOV-06 a pasted formula is drawn, and a heading keeps what leads to it', async (t) => {
  await page.keyboard.press('Enter');
  await area.evaluate((root) => {
    const data = new DataTransfer();
    data.setData('text/html', '<p>So <math><mi>x</mi><mo>=</mo><mn>1</mn></math></p>');
    root.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  });
  await area.locator('math mi').waitFor();
  await storedAs(/<math><mi>x<\/mi>/);
  await area.evaluate((root) => {
    const line = [...root.querySelectorAll('p')].find((each) => each.textContent?.includes('Still here'));
    line?.setAttribute('id', 't9');
    line?.setAttribute('class', 'center');
  });
  await choose('Still here.');
  await tool('Heading').click();
  await storedAs(/<h2 id="t9" class="center">Still here\.<\/h2>/);
  t.same(
    tab.faults.filter((fault) => !/status of 4(?:15|22)|^4(?:15|22)/.test(fault)),
    [],
  );
});

await t.test(
  'NOV-06 the tools fit a small screen, in German too, and stand the test of accessibility',
  async (t) => {
    const small = await site.open({ as: author, ...phone });
    await small.goto(`/de${path}`);
    await awake(small.page, 'NovelEditor');
    await small.page.getByRole('textbox', { name: 'Text des Kapitels' }).waitFor();
    t.equal(await small.page.evaluate(() => document.documentElement.scrollWidth), 360, 'nothing sticks out');
    for (const name of ['Bild', 'Anmerkung', 'Lesung (Ruby)'])
      t.ok(await small.page.getByRole('button', { name, exact: true }).isVisible(), name);
    await small.page.getByRole('button', { name: 'Anmerkung', exact: true }).click();
    await small.page.getByRole('dialog', { name: 'Was steht in der Anmerkung?' }).waitFor();
    t.same(await violations(small.page), []);
    t.equal(await small.page.evaluate(() => document.documentElement.scrollWidth), 360);
    await small.context.close();
    t.same(await violations(page), []);
  },
);

await t.test(
  'NOV-09 RDN-05 preview and readers get pictures, notes and readings, without JavaScript too',
  async (t) => {
    await site.runJobs();
    const look = async (tab: Awaited<ReturnType<typeof site.open>>): Promise<void> => {
      const text = tab.page.locator('[data-text]').first();
      t.equal(await text.locator('ruby rt').first().textContent(), 'えど');
      const picture = text.getByRole('img', { name: 'A frozen "sea"' });
      await picture.scrollIntoViewIfNeeded();
      await eventually('the picture is there', () =>
        picture.evaluate((image) => (image as HTMLImageElement).naturalWidth > 0),
      );
      await text.getByRole('link', { name: '1', exact: true }).click();
      t.ok(await text.getByText('All of the crew.').isVisible());
    };
    const preview = await site.open({ as: author, javaScriptEnabled: false });
    t.equal(await preview.goto(`/creator/stories/${story.id}/episodes/${episode.id}/chapters`), 200);
    await look(preview);
    await preview.context.close();
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish now' }).click();
    await page.getByText('Published. Readers can see it now.').waitFor();
    const visitor = await site.open({ javaScriptEnabled: false });
    t.equal(await visitor.goto(`/stories/${story.slug}/1`), 200);
    await look(visitor);
    t.match(visitor.page.url(), /#t4$/, 'a sign leads to its note');
    await visitor.context.close();
  },
);

await site.close();
