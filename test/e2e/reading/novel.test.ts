import type { Locator, Page } from 'playwright';
import t from 'tap';
import { violations } from '../../support/axe.ts';
import { createEpisode, createStory, uploadCover } from '../../support/console.ts';
import { choose, click, expect, fill, press, reach, settled, type } from '../../support/hand.ts';
import { overflowOf } from '../../support/panels.ts';
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
const path = `/creator/stories/${story.id}/episodes/${episode.id}`;

const tab = await site.open({ as: author, ...wide });
const { page } = tab;
const areaOf = (page: Page) => page.getByRole('textbox', { name: 'Text of the chapter' });
const area = areaOf(page);
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const dialog = page.getByRole('dialog');
const atEnd = async (text: Locator = area): Promise<void> => {
  await (await reach(text)).focus();
  await press(text.page(), 'Control+End');
};
const saved = (where: Page = page) =>
  expect(where.getByRole('status').getByText('Saved', { exact: true })).toBeVisible();
const chaptersOf = async () => {
  const list = await site.call(`GET /creator/episodes/chapters?episode_id=${episode.id}`, { as: author });
  return list.json<{ chapters: { id: string; title: string; updated_at: string }[] }>().chapters;
};
const stored = async (title: string): Promise<string> => {
  const found = (await chaptersOf()).find((chapter) => chapter.title === title);
  if (found === undefined) return '';
  const one = await site.call(`GET /creator/episodes/chapters/${found.id}`, { as: author });
  return one.json<{ chapter: { html: string } }>().chapter.html;
};
const storedAs = (title: string, pattern: RegExp) => expect.poll(() => stored(title)).toMatch(pattern);
const paste = (html: string) =>
  area.evaluate((root, html) => {
    const data = new DataTransfer();
    data.setData('text/html', html);
    root.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  }, html);
const titles = page.locator('[data-tile] a[lang]');

await t.test('EPI-15 NOV-06 a first chapter is begun and written', async (t) => {
  await tab.goto(path);
  await expect(page.getByText(/^No chapters yet\. Give/), 'what is missing is told').toBeVisible();
  await fill(page.getByLabel('Title of the first chapter'), 'The Sound');
  const sent = page.waitForRequest(
    (made) => new URL(made.url()).pathname === '/api/creator/episodes/chapters',
  );
  await click(button('Add chapter'));
  t.equal((await sent).method(), 'POST');
  await click(area);
  await type(page, 'Nobody had ever seen the sea stop.');
  await press(page, 'Enter', 'Control+i');
  await type(page, 'Since when?');
  await press(page, 'Control+i');
  await type(page, ' she asked.');
  await press(page, 'Enter');
  await type(page, '***');
  await press(page, 'Enter');
  await type(page, 'It was Tuesday.');
  await expect(page.getByText('14 words in this chapter')).toBeVisible();
  await expect
    .poll(() => stored('The Sound'))
    .toBe(
      '<p>Nobody had ever seen the sea stop.</p>\n<p><em>Since when?</em> she asked.</p>\n<hr>\n<p>It was Tuesday.</p>',
    );
  await saved();
});

await t.test('the tools: bold, heading, quote, list, link, undo and redo', async () => {
  const html = () => expect.poll(() => area.evaluate((root) => root.innerHTML));
  await press(page, 'Shift+Home');
  await click(button(/^Bold/));
  await html().toMatch(/<b>It was Tuesday\.<\/b>/);
  await expect(button(/^Bold/)).toHaveAttribute('aria-pressed', 'true');
  await click(button(/^Undo/));
  await html().not.toMatch(/<b>/);
  await click(button(/^Redo/));
  await html().toMatch(/<b>/);
  for (const [tool, pattern] of [
    ['Heading', /<h2><b>It was Tuesday/],
    ['Quote', /<blockquote><p><b>It was Tuesday/],
    ['List', /<ul><li>/],
  ] as const) {
    await click(button(tool));
    await html().toMatch(pattern);
    await click(button(tool));
    await html().not.toMatch(pattern);
  }
  await click(button('Link'));
  const asked = page.getByRole('dialog', { name: 'Where does it lead?' });
  await fill(asked.getByLabel('Address'), 'javascript:alert(1)');
  await click(asked.getByRole('button', { name: 'Add link' }));
  await expect(asked).toContainText('This is not an address');
  await fill(asked.getByLabel('Address'), 'https://example.org/tuesday');
  await click(asked.getByRole('button', { name: 'Add link' }));
  await storedAs(
    'The Sound',
    /<a href="https:\/\/example.org\/tuesday" rel="nofollow ugc noopener"><strong>It was Tuesday/,
  );
  await button('Link').focus();
  await press(page, 'ArrowLeft');
  await expect(page.locator(':focus')).toHaveAttribute('aria-label', /^Scene break/);
});

await t.test('NOV-06 what is pasted is cleaned at once, and keeps what word processors mean', async (t) => {
  await atEnd();
  await press(page, 'Enter');
  await paste(
    `<p class=MsoNormal style="color:red">Pasted <span style="font-style:italic">text</span><o:p></o:p></p>
     <p><img src="x" onerror="alert(1)"><a href="javascript:alert(1)">no link</a></p><script>alert(1)</script>`,
  );
  await expect(area).toContainText('no link');
  await expect(area.locator('img, script, [style], [class]')).toHaveCount(0);
  await storedAs('The Sound', /<p>Pasted <em>text<\/em><\/p>\n<p>no link<\/p>$/);

  // From word processors, lists, notes and scene breaks are kept, and pictures are named.
  await atEnd();
  await press(page, 'Enter');
  const item = (level: number, sign: string, text: string) =>
    `<p class=MsoListParagraph style='text-indent:-18pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span
      style='mso-list:Ignore'>${sign}<span>&nbsp; </span></span><![endif]>${text}</p>`;
  await paste(`<html xmlns:o="urn:schemas-microsoft-com:office:office"><body>
    ${item(1, '1.', 'Rope')}${item(2, '·', 'tarred')}${item(1, '2.', 'Lamp')}
    <p class=MsoNormal align=center>* * *</p>
    <p class=MsoNormal>The ice<a style='mso-footnote-id:ftn1' href="#_ftn1" name="_ftnref1"><sup>[1]</sup></a> held.</p>
    <p><img src="file:///C:/ice.png"></p>
    <div style='mso-element:footnote-list'><hr size=1><div style='mso-element:footnote' id=ftn1><p
      class=MsoFootnoteText><a style='mso-footnote-id:ftn1' href="#_ftnref1" name="_ftn1">[1]</a> Not the sea.</p></div></div>
    </body></html>`);
  await expect(page.getByText('One picture was left out.')).toBeVisible();
  await storedAs(
    'The Sound',
    /<ol>\s*<li>(?:<p>)?Rope(?:<\/p>)?\s*<ul>\s*<li>(?:<p>)?tarred(?:<\/p>)?<\/li>\s*<\/ul>\s*<\/li>\s*<li>(?:<p>)?Lamp(?:<\/p>)?<\/li>\s*<\/ol>\s*<hr>\s*<p>The ice/,
  );
  const text = await stored('The Sound');
  t.equal(text.match(/<hr>/g)?.length, 2, 'the line above the notes divides no scene');
  const [, note] = /The ice<a href="#(t\d+)" id="t\d+" role="doc-noteref"/.exec(text) ?? [];
  t.ok(note !== undefined && text.includes(`id="${note}"`) && text.includes('Not the sea.'), text);
});

await t.test('NOV-03 a second chapter; both are renamed and sorted', async (t) => {
  t.same(await violations(page), []);
  await click(button('All chapters'));
  await expect(page.locator('#chapters')).toBeFocused();
  t.same(await violations(page), []);
  await fill(page.getByLabel('Title of the next chapter'), 'Second');
  await click(button('Add chapter'));
  await fill(page.getByLabel('Title of the chapter'), 'The Pilot');
  await click(area);
  await type(page, 'A wave halfway up.');
  await click(page.getByRole('link', { name: 'Ice', exact: true }));
  await expect(page.locator('#episode-title'), 'the other title is the episode’s').toBeFocused();
  await click(button('All chapters'));
  await expect(page.getByRole('heading', { name: 'Chapters' })).toBeVisible();
  await expect(titles).toHaveText(['The Sound', 'The Pilot']);
  await expect.poll(() => stored('The Pilot'), 'going back saves').toBe('<p>A wave halfway up.</p>');
  await click(button('Move “The Pilot” up'));
  await expect(page.getByText('Order changed')).toBeVisible();
  await expect(titles).toHaveText(['The Pilot', 'The Sound']);
  await page.reload();
  await expect(titles).toHaveText(['The Pilot', 'The Sound']);
});

await t.test('nothing is lost without a connection, nor over a closed tab', async () => {
  await click(page.getByRole('link', { name: /The Pilot/ }));
  await atEnd();
  await tab.context.setOffline(true);
  await type(page, ' And another.');
  await expect(page.getByText('The server cannot be reached or has a problem.')).toBeVisible();
  await tab.context.setOffline(false);
  await expect.poll(() => stored('The Pilot')).toBe('<p>A wave halfway up. And another.</p>');
  await saved();
  // Simulates the draft left by a browser that died before sending.
  const seen = (await chaptersOf()).find(({ title }) => title === 'The Pilot')?.updated_at ?? '';
  await page.evaluate(
    ({ me, seen }) => {
      const id = new URLSearchParams(location.search).get('chapter');
      addEventListener('pagehide', () => {
        const [title, html] = ['The Pilot', '<p>A wave halfway up. And another. A third.</p>'];
        localStorage.setItem(`chapter-draft:${me}:${id}`, JSON.stringify({ title, html, seen }));
      });
    },
    { me: author.id, seen },
  );
  await tab.goto(path);
  await click(page.getByRole('link', { name: /The Pilot/ }));
  await expect(page.getByText('Your unsaved changes are back.')).toBeVisible();
  await storedAs('The Pilot', /A third\./);
  const kept = () => page.evaluate(() => JSON.stringify(localStorage));
  await expect.poll(kept).not.toContain('chapter-');
});

await t.test('API-26 two at one chapter: neither text is lost unseen', async (t) => {
  const other = await tab.context.newPage();
  await other.goto(page.url());
  const otherArea = areaOf(other);
  await atEnd(otherArea);
  await type(other, ' Theirs.');
  await storedAs('The Pilot', /Theirs\./);
  await atEnd();
  await type(page, ' Mine.');
  await expect(page.getByText('Somebody else has changed this chapter in the meantime.')).toBeVisible();
  t.match(await stored('The Pilot'), /Theirs\./, 'nothing is overwritten unasked');
  await expect(page.getByRole('region', { name: 'Theirs', exact: true })).toContainText('Theirs.');
  await expect(page.getByRole('region', { name: 'Yours', exact: true })).toContainText('Mine.');
  await click(button('Keep mine'));
  await storedAs('The Pilot', /Mine\./);
  await atEnd(otherArea);
  await type(other, ' More.');
  await click(other.getByRole('button', { name: 'Take theirs' }));
  await expect(otherArea).toContainText('Mine.');
  await expect(otherArea).not.toContainText('More');
  // C23: the other version is kept for a day, and the user can switch between both.
  const back = other.getByRole('button', { name: 'Restore the other version' });
  await click(back);
  await storedAs('The Pilot', /More\./);
  await click(back);
  await expect.poll(() => stored('The Pilot'), 'and the first again').not.toMatch(/More\./);
  await expect(otherArea).toContainText('Mine.');
  await other.close();
  // A version change for another reason is no conflict.
  await site.call(`PATCH /creator/episodes/${episode.id}`, { as: author, body: { title: 'Sea Ice' } });
  await atEnd();
  await type(page, ' Still mine.');
  await storedAs('The Pilot', /Still mine\./);
});

await t.test('NOV-09 published from the chapter that is being written; nobody changes it then', async (t) => {
  await page.setViewportSize(phone.viewport);
  t.same(await violations(page), []);
  t.equal(await settled(page, () => overflowOf(page)), 0, 'nothing sticks out of a phone');
  await page.setViewportSize(wide.viewport);
  await atEnd();
  await type(page, ' The end.');
  await click(button('Publish'));
  await click(dialog.getByRole('button', { name: 'Publish now' }));
  await expect(page.getByText('Published. Readers can see it now.')).toBeVisible();
  await expect(button('Unpublish')).toBeVisible();
  await expect(button('Add chapter')).toHaveCount(0);
  const { body } = await site.app.inject({ url: `/stories/${story.slug}/1` });
  t.match(body, 'The end.', 'what was typed last is there');
  await click(button('Unpublish'));
  await click(dialog.getByRole('button', { name: 'Unpublish' }));
  await expect(button('Add chapter')).toBeVisible();
});

await t.test('NOV-09 a novel episode is scheduled and loses a chapter, in German', async (t) => {
  await tab.goto(`/de${path}`);
  await click(button('Veröffentlichen'));
  await choose(dialog.getByRole('radio').nth(1));
  await click(dialog.locator('button[type=submit]'));
  await expect(page.getByText('Geplant', { exact: true }).first()).toBeVisible();
  await click(page.getByRole('link', { name: /The Pilot/ }));
  await expect(page.getByRole('textbox', { name: 'Text des Kapitels' })).toBeVisible();
  await click(button('Kapitel löschen …'));
  const asked = page.getByRole('dialog', { name: '„The Pilot“ löschen?' });
  await click(asked.getByRole('button', { name: 'Kapitel löschen' }));
  await expect(page.getByText('Kapitel gelöscht')).toBeVisible();
  await expect(titles).toHaveText(['The Sound']);
  // This test provokes 409 responses. Chromium logs them to its console.
  t.same(
    tab.faults.filter((fault) => !/^dialog: |^409: |status of 409|ERR_INTERNET_DISCONNECTED/.test(fault)),
    [],
  );
});

await site.close();
