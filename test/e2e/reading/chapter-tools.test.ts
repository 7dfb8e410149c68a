import t from 'tap';
import { violations } from '../../support/axe.ts';
import { createEpisode, createStory, uploadCover } from '../../support/console.ts';
import { click, expect, fill, press, settled, type } from '../../support/hand.ts';
import { overflowOf } from '../../support/panels.ts';
import { sampleFile } from '../../support/sample-page.ts';
import { phone, startSite, wide } from '../../support/site.ts';

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
const saved = () => expect(page.getByRole('status').getByText('Saved', { exact: true })).toBeVisible();
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
  await press(page, 'ArrowRight');
};
const storedAs = (pattern: RegExp) => expect.poll(stored).toMatch(pattern);
const picturesStored = async () => (await stored()).split('data-picture').length - 1;
await tab.goto(path);
await expect(area).toBeVisible();

await t.test('NOV-06 a reading stands above the words that were chosen', async () => {
  await end('It was cold.');
  await click(tool('Reading (ruby)'));
  await expect(dialog).toContainText('Select the word in the text first');
  await click(dialog.getByRole('button', { name: 'Cancel' }));
  await choose('江戸');
  await click(tool('Reading (ruby)'));
  await fill(dialog.getByLabel('Reading', { exact: true }), 'Edo');
  await click(dialog.getByRole('button', { name: 'Set the reading' }));
  await storedAs(/<p>They came to <ruby>江戸<rp>\(<\/rp><rt>Edo<\/rt><rp>\)<\/rp><\/ruby>\.<\/p>/);
  await type(page, ', at last');
  await storedAs(/<\/ruby>, at last\.<\/p>/);
  await click(area.locator('ruby'));
  await expect(tool('Reading (ruby)')).toHaveAttribute('aria-pressed', 'true');
  await click(tool('Reading (ruby)'));
  await fill(dialog.getByLabel('Reading', { exact: true }), 'えど');
  await click(dialog.getByRole('button', { name: 'Set the reading' }));
  await storedAs(/<rt>えど<\/rt>/);
});

await t.test('NOV-06 notes are numbered in their order, lead there and back, and are rewritten', async () => {
  const note = async (text: string): Promise<void> => {
    await click(tool('Note'));
    await fill(dialog.getByLabel('Note', { exact: true }), text);
    await click(dialog.getByRole('button', { name: 'Save the note' }));
  };
  await end('cold');
  await note('Minus ten degrees.');
  await type(page, ' indeed');
  await storedAs(/cold<a href="#t2" id="t1" role="doc-noteref">1<\/a>\sindeed\./);
  await end('They');
  await note('The crew.');
  await storedAs(
    /They<a href="#t4" id="t3" role="doc-noteref">1<\/a> came[\s\S]*id="t1" role="doc-noteref">2<[\s\S]*<aside id="t4" role="doc-footnote"><p>The crew\. <a href="#t3" role="doc-backlink">↩<\/a><\/p><\/aside>\n<aside id="t2"/,
  );
  await choose('The crew.');
  await click(tool('Note'));
  await fill(dialog.getByLabel('Note', { exact: true }), 'All of the crew.');
  await click(dialog.getByRole('button', { name: 'Save the note' }));
  await storedAs(/<p>All of the crew\. <a href="#t3"/);
  await end('at last');
  await note('To go.');
  await storedAs(/at last<a href="#t6" id="t5" role="doc-noteref">2</);
  await choose('To go.');
  await click(tool('Note'));
  await click(dialog.getByRole('button', { name: 'Remove the note' }));
  await storedAs(/at last\.<\/p>[\s\S]*id="t1" role="doc-noteref">2</);
});

await t.test('NOV-06 by keys alone: from the text to a tool, and back to where it was', async () => {
  await choose('winter');
  await tool('Link').focus();
  await press(page, 'Enter');
  await fill(dialog.getByLabel('Address'), 'me@example.org');
  await press(page, 'Enter');
  await expect(area).toBeFocused();
  await press(page, 'ArrowRight');
  await type(page, '!');
  await storedAs(/<a href="mailto:me@example\.org"[^>]*>winter(?:<\/a>!|!<\/a>)/);
});

await t.test('NOV-06 a picture is shown at once, described, and kept while the text is saved', async (t) => {
  await end('It was');
  const { promise: line, resolve: arrive } = Promise.withResolvers<void>();
  await page.route('**/api/media', (route) => line.then(() => route.continue()), { times: 1 });
  const asked = page.waitForEvent('filechooser');
  await click(tool('Picture'));
  await (await asked).setFiles(await sampleFile('page05.jpg', { width: 700 }));
  await fill(dialog.getByLabel('Description'), 'A  frozen "sea"');
  await click(dialog.getByRole('button', { name: 'Done' }));
  await expect(area.getByRole('img', { name: 'A frozen "sea"' })).toBeVisible();
  await expect(page.getByRole('status').getByText('Sending a picture')).toBeVisible();
  await type(page, 'Meanwhile.');
  await storedAs(/Meanwhile\./);
  t.notMatch(await stored(), 'data-picture', 'what is on its way is no part of the text yet');
  arrive();
  await storedAs(/<figure><img data-picture="[0-9a-f-]{36}" alt="A frozen &quot;sea&quot;"><\/figure>/);
  await saved();
  await site.runJobs();
  await page.reload();
  const again = area.getByRole('img', { name: 'A frozen "sea"' });
  await expect
    .poll(
      () => again.evaluate((image: HTMLImageElement) => image.naturalWidth),
      'it is drawn from the server',
    )
    .toBeGreaterThan(0);
  await click(again);
  await expect(dialog.getByLabel('Description')).toHaveValue('A frozen "sea"');
  await click(dialog.getByRole('button', { name: 'Cancel' }));
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
    await click(dialog.getByRole('button', { name: 'Done' }));
    await expect.poll(picturesStored).toBe(2);
    await give('drop', 'image/jpeg', small);
    await click(dialog.getByRole('button', { name: 'Remove the picture' }));
    await give('drop', 'image/jpeg', small, 2);
    await expect.poll(picturesStored).toBe(4);
    await click(tool(/^Undo/));
    await expect.poll(picturesStored, 'one step back takes both').toBe(2);
    await give('drop', 'image/gif', [1]);
    await expect(page.getByRole('alert').getByText('The picture must be a JPG or PNG.')).toBeVisible();
    await give('paste', 'image/png', [1, 2, 3]);
    await click(dialog.getByRole('button', { name: 'Done' }));
    await expect(page.getByRole('alert').getByText('your text is safe')).toBeVisible();
    await expect(area.locator('img')).toHaveCount(2);
    await type(page, 'Still here.');
    await storedAs(/Still here\./);
    await saved();
    t.equal(await picturesStored(), 2);
  },
);

await t.test('NOV-06 a pasted formula is drawn, and a heading keeps what leads to it', async (t) => {
  await press(page, 'Enter');
  await area.evaluate((root) => {
    const data = new DataTransfer();
    data.setData('text/html', '<p>So <math><mi>x</mi><mo>=</mo><mn>1</mn></math></p>');
    root.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  });
  await expect(area.locator('math mi')).toBeAttached();
  await storedAs(/<math><mi>x<\/mi>/);
  await area.evaluate((root) => {
    const line = [...root.querySelectorAll('p')].find((each) => each.textContent?.includes('Still here'));
    line?.setAttribute('id', 't9');
    line?.setAttribute('class', 'center');
  });
  await choose('Still here.');
  await click(tool('Heading'));
  await storedAs(/<h2 id="t9" class="center">Still here\.<\/h2>/);
  t.same(
    tab.faults.filter((fault) => !/status of 4(?:15|22)|^4(?:15|22)/.test(fault)),
    [],
  );
});

await t.test(
  'NOV-06 the tools fit a small screen, in German too, and stand the test of accessibility',
  async (t) => {
    t.same(await violations(page), []);
    await page.setViewportSize(phone.viewport);
    await tab.goto(`/de${path}`);
    await expect(page.getByRole('textbox', { name: 'Text des Kapitels' })).toBeVisible();
    for (const name of ['Bild', 'Anmerkung', 'Lesehilfe (Ruby)']) await expect(tool(name)).toBeVisible();
    t.equal(await settled(page, () => overflowOf(page)), 0, 'nothing sticks out');
    await click(tool('Anmerkung'));
    await expect(page.getByRole('dialog', { name: 'Was steht in der Anmerkung?' })).toBeVisible();
    t.same(await violations(page), []);
    t.equal(await settled(page, () => overflowOf(page)), 0);
    await page.setViewportSize(wide.viewport);
  },
);

await t.test('NOV-09 RDN-05 readers get pictures, notes and readings, without JavaScript too', async () => {
  await site.runJobs();
  await tab.goto(path);
  await click(page.getByRole('button', { name: 'Publish' }));
  await click(dialog.getByRole('button', { name: 'Publish now' }));
  await expect(page.getByText('Published. Readers can see it now.')).toBeVisible();
  const visitor = await site.open({ javaScriptEnabled: false });
  await visitor.goto(`/stories/${story.slug}/1`);
  const text = visitor.page.locator('[data-text]').first();
  await expect(text.locator('ruby rt').first()).toHaveText('えど');
  const picture = text.getByRole('img', { name: 'A frozen "sea"' });
  await picture.scrollIntoViewIfNeeded();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await click(text.getByRole('link', { name: '1', exact: true }));
  await expect(visitor.page, 'a sign leads to its note').toHaveURL(/#t4$/);
  await expect(text.getByText('All of the crew.')).toBeInViewport();
  await visitor.context.close();
});

const PICTURE = '0193d5a0-0000-7000-8000-00000000000a';
const FROM_BOOK = [
  '<p id="t1" class="caps">A wave<a href="#t2" id="t3" role="doc-noteref">1</a> halfway up.</p>',
  `<figure><img data-picture="${PICTURE}" alt="A wave"><figcaption>It <em>stands</em></figcaption></figure>`,
  '<table><tbody><tr><th scope="row">Ice</th><td colspan="2">4</td></tr></tbody></table>',
  '<p>So <math><mfrac><mi>x</mi><mn>2</mn></mfrac></math> and <span lang="fr">la mer</span>.</p>',
  `<p class="verse">Tyger<br><a href="chapter:${PICTURE}#t4">burning</a></p>`,
  '<aside id="t2" role="doc-footnote"><p>A note. <a href="#t3" role="doc-backlink">Back</a></p></aside>',
  '<p>The end</p>',
].join('\n');

await t.test('NOV-06 writing in a chapter from a book loses nothing of it', async (t) => {
  const next = await createEpisode(site, author, story.id, 'Snow');
  const body = { episode_id: next.id, title: 'The Pilot', html: FROM_BOOK };
  const added = await site.call('POST /creator/episodes/chapters', { as: author, body });
  const { chapter } = added.json<{ chapter: { id: string; html: string } }>();
  t.equal(chapter.html, FROM_BOOK);
  await tab.goto(`/creator/stories/${story.id}/episodes/${next.id}?chapter=${chapter.id}`);
  await expect(area.locator('math')).toBeAttached();
  await area.focus();
  await press(page, 'Control+End');
  await type(page, ' of it.');
  const written = async () => {
    const one = await site.call(`GET /creator/episodes/chapters/${chapter.id}`, { as: author });
    return one.json<{ chapter: { html: string } }>().chapter.html;
  };
  await expect.poll(written).toBe(FROM_BOOK.replace('The end', 'The end of it.'));
});

await site.close();
