/** A novelist in a real browser: chapters are written, sorted and published, and a visitor reads them. */
import type { Page } from 'playwright';
import t from 'tap';
import { violations } from '../support/axe.ts';
import { createEpisode, createStory, uploadCover } from '../support/console.ts';
import { eventually } from '../support/eventually.ts';
import { phone, startSite, type Tab, wide } from '../support/site.ts';

const site = await startSite();
const awake = (page: Page) =>
  page.waitForSelector('tsuzuki-island[name=NovelEditor][awake]', { state: 'attached' });
/** Refusals that this way provokes are answers of 409, which Chromium repeats as lines of its console. */
const faultsOf = (tab: Tab): string[] =>
  tab.faults.filter((fault) => !/^dialog: |^409: |status of 409|ERR_INTERNET_DISCONNECTED/.test(fault));

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
const area = page.getByRole('textbox', { name: 'Text of the chapter' });
const saved = () => page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
const stored = async (title: string): Promise<string> => {
  const list = await site.call(`GET /creator/episodes/chapters?episode_id=${episode.id}`, { as: author });
  const found = list
    .json<{ chapters: { id: string; title: string }[] }>()
    .chapters.find((chapter) => chapter.title === title);
  if (found === undefined) return '';
  const one = await site.call(`GET /creator/episodes/chapters/${found.id}`, { as: author });
  return one.json<{ chapter: { html: string } }>().chapter.html;
};
const titles = () => page.locator('[data-tile] a[lang]').allTextContents();
await t.test('EPI-15 NOV-06 a first chapter is begun and written', async (t) => {
  await tab.goto(path);
  await awake(page);
  t.ok(await page.getByText('There is no chapter yet.').isVisible(), 'what is missing is told');
  await page.getByLabel('Title of the first chapter').fill('The Sound');
  const [sent] = await Promise.all([
    page.waitForRequest((made) => new URL(made.url()).pathname === '/api/creator/episodes/chapters'),
    page.getByRole('button', { name: 'Add chapter' }).click(),
  ]);
  t.equal(sent.method(), 'POST');
  await area.waitFor();
  await area.click();
  await page.keyboard.type('Nobody had ever seen the sea stop.');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+i');
  await page.keyboard.type('Since when?');
  await page.keyboard.press('Control+i');
  await page.keyboard.type(' she asked.');
  await page.keyboard.press('Enter');
  await page.keyboard.type('***');
  await page.keyboard.press('Enter');
  await page.keyboard.type('It was Tuesday.');
  await page.getByText('14 words in this chapter').waitFor();
  await saved();
  t.equal(
    await stored('The Sound'),
    '<p>Nobody had ever seen the sea stop.</p>\n<p><em>Since when?</em> she asked.</p>\n<hr>\n<p>It was Tuesday.</p>',
  );
});

await t.test('the tools: bold, heading, quote, list, link, undo and redo', async (t) => {
  const html = () => area.innerHTML();
  await page.keyboard.press('Shift+Home');
  await page.getByRole('button', { name: /^Bold/ }).click();
  t.match(await html(), /<b>It was Tuesday\.<\/b>/);
  t.equal(await page.getByRole('button', { name: /^Bold/ }).getAttribute('aria-pressed'), 'true');
  await page.getByRole('button', { name: /^Undo/ }).click();
  t.notMatch(await html(), /<b>/);
  await page.getByRole('button', { name: /^Redo/ }).click();
  t.match(await html(), /<b>/);
  await page.getByRole('button', { name: 'Heading' }).click();
  t.match(await html(), /<h2><b>It was Tuesday/);
  await page.getByRole('button', { name: 'Heading' }).click();
  await page.getByRole('button', { name: 'Quote' }).click();
  t.match(await html(), /<blockquote><p><b>It was Tuesday/);
  await page.getByRole('button', { name: 'Quote' }).click();
  await page.getByRole('button', { name: 'List', exact: true }).click();
  t.match(await html(), /<ul><li>/);
  await page.getByRole('button', { name: 'List', exact: true }).click();
  await page.getByRole('button', { name: 'Link', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Where does it lead?' });
  await dialog.getByLabel('Address').fill('javascript:alert(1)');
  await dialog.getByRole('button', { name: 'Link it' }).click();
  await dialog.getByText('This is no address').waitFor();
  await dialog.getByLabel('Address').fill('https://example.org/tuesday');
  await dialog.getByRole('button', { name: 'Link it' }).click();
  await saved();
  await eventually('the link is stored', async () =>
    /<a href="https:\/\/example.org\/tuesday" rel="nofollow ugc noopener"><strong>It was Tuesday/.test(
      await stored('The Sound'),
    ),
  );
});

await t.test('NOV-06 what is pasted is cleaned at once', async (t) => {
  await area.press('Control+End');
  await area.press('Enter');
  await area.evaluate((root) => {
    const data = new DataTransfer();
    data.setData(
      'text/html',
      `<p class=MsoNormal style="color:red">Pasted <span style="font-style:italic">text</span><o:p></o:p></p>
       <p><img src="x" onerror="alert(1)"><a href="javascript:alert(1)">no link</a></p><script>alert(1)</script>`,
    );
    root.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  });
  await area.getByText('no link').waitFor();
  t.equal(await area.locator('img, script, [style], [class]').count(), 0);
  await saved();
  await eventually('it is stored', async () =>
    (await stored('The Sound')).endsWith('<p>Pasted <em>text</em></p>\n<p>no link</p>'),
  );
});

await t.test('lists, notes and scene breaks of word processors stay; pictures are named', async (t) => {
  await area.press('Control+End');
  await area.press('Enter');
  const item = (level: number, sign: string, text: string) =>
    `<p class=MsoListParagraph style='text-indent:-18pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span
      style='mso-list:Ignore'>${sign}<span>&nbsp; </span></span><![endif]>${text}</p>`;
  const pasted = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><body>
    ${item(1, '1.', 'Rope')}${item(2, '·', 'tarred')}${item(1, '2.', 'Lamp')}
    <p class=MsoNormal align=center>* * *</p>
    <p class=MsoNormal>The ice<a style='mso-footnote-id:ftn1' href="#_ftn1" name="_ftnref1"><sup>[1]</sup></a> held.</p>
    <p><img src="file:///C:/ice.png"></p>
    <div style='mso-element:footnote-list'><hr size=1><div style='mso-element:footnote' id=ftn1><p
      class=MsoFootnoteText><a style='mso-footnote-id:ftn1' href="#_ftnref1" name="_ftn1">[1]</a> Not the sea.</p></div></div>
    </body></html>`;
  await area.evaluate((root, html) => {
    const data = new DataTransfer();
    data.setData('text/html', html);
    root.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  }, pasted);
  await page.getByText('One picture was left out.').waitFor();
  await saved();
  await eventually('it is stored', async () =>
    /<ol><li>Rope<ul><li>tarred<\/li><\/ul><\/li><li>Lamp<\/li><\/ol>/.test(
      (await stored('The Sound')).replaceAll(/<\/?p>|\n/g, ''),
    ),
  );
  const text = await stored('The Sound');
  t.match(text, /Lamp<\/li><\/ol>\s*<hr>\s*<p>The ice/);
  t.equal(text.match(/<hr>/g)?.length, 2, 'the line above the notes divides no scene');
  const [, note] = /The ice<a href="#(t\d+)" id="t\d+" role="doc-noteref"/.exec(text) ?? [];
  t.ok(note !== undefined && text.includes(`id="${note}"`) && text.includes('Not the sea.'), text);
});

await t.test('NOV-03 a second chapter; both are renamed and sorted', async (t) => {
  await page.getByRole('button', { name: 'All chapters' }).click();
  await page.getByLabel('Title of the next chapter').fill('Second');
  await page.getByRole('button', { name: 'Add chapter' }).click();
  await area.waitFor();
  await page.getByLabel('Title of the chapter').fill('The Pilot');
  await area.click();
  await page.keyboard.type('A wave halfway up.');
  await page.getByRole('link', { name: 'Ice', exact: true }).click();
  t.ok(await page.locator('#episode-title:focus').isVisible(), 'the other title is the episode’s');
  await page.getByRole('button', { name: 'All chapters' }).click();
  await page.getByRole('heading', { name: 'Chapters' }).waitFor();
  t.same(await titles(), ['The Sound', 'The Pilot']);
  t.equal(await stored('The Pilot'), '<p>A wave halfway up.</p>', 'going back saves');
  await page.getByRole('button', { name: 'Move “The Pilot” up' }).click();
  await page.getByText('Order changed').waitFor();
  t.same(await titles(), ['The Pilot', 'The Sound']);
  await page.reload();
  t.same(await titles(), ['The Pilot', 'The Sound']);
  await awake(page);
});

await t.test('nothing is lost without a connection, nor over a closed tab', async (t) => {
  await page.getByRole('link', { name: /The Pilot/ }).click();
  await area.waitFor();
  await area.press('Control+End');
  await tab.context.setOffline(true);
  await page.keyboard.type(' And another.');
  await page.getByText('The server cannot be reached or has a problem.').waitFor();
  await tab.context.setOffline(false);
  await saved();
  t.equal(await stored('The Pilot'), '<p>A wave halfway up. And another.</p>');
  // What a browser leaves behind that died before it could send.
  await page.evaluate((me) => {
    const id = new URLSearchParams(location.search).get('chapter');
    addEventListener('pagehide', () => {
      const [title, html] = ['The Pilot', '<p>A wave halfway up. And another. A third.</p>'];
      const kept = { title, html, seen: sessionStorage.getItem('seen') };
      localStorage.setItem(`chapter-draft:${me}:${id}`, JSON.stringify(kept));
    });
  }, author.id);
  const list = await site.call(`GET /creator/episodes/chapters?episode_id=${episode.id}`, { as: author });
  const { chapters } = list.json<{ chapters: { title: string; updated_at: string }[] }>();
  const seen = chapters.find(({ title }) => title === 'The Pilot')?.updated_at ?? '';
  await page.evaluate((moment) => sessionStorage.setItem('seen', moment), seen);
  await tab.goto(path);
  await awake(page);
  await page.getByRole('link', { name: /The Pilot/ }).click();
  await page.getByText('What had not been saved here is back.').waitFor();
  await saved();
  await eventually('it is stored', async () => /A third\./.test(await stored('The Pilot')));
  await eventually('not kept', () => page.evaluate(() => !JSON.stringify(localStorage).includes('chapter-')));
});

await t.test('on a phone the text has two thirds of the screen while it is written', async (t) => {
  const small = await site.open({ as: author, ...phone, viewport: { width: 360, height: 740 } });
  await small.goto(path + new URL(page.url()).search);
  await awake(small.page);
  const text = small.page.getByRole('textbox', { name: 'Text of the chapter' });
  await text.tap();
  await eventually('most of it', async () => {
    const share = await text.evaluate((root) => {
      const tools = document.querySelector('[role=toolbar]')?.getBoundingClientRect().bottom ?? 0;
      const foot = root.closest('section')?.querySelector('[role=status]')?.parentElement;
      const end = Math.min(root.getBoundingClientRect().bottom, foot?.getBoundingClientRect().top ?? 0);
      return (end - Math.max(tools, root.getBoundingClientRect().top)) / innerHeight;
    });
    return share >= 2 / 3;
  });
  t.same(small.faults, []);
  await small.context.close();
});

await t.test('API-26 two at one chapter: neither text is lost unseen', async (t) => {
  const other = await tab.context.newPage();
  await other.goto(`${path}${new URL(page.url()).search}`);
  await awake(other);
  const otherArea = other.getByRole('textbox', { name: 'Text of the chapter' });
  await otherArea.press('Control+End');
  await other.keyboard.type(' Theirs.');
  await other.getByRole('status').getByText('Saved', { exact: true }).waitFor();
  await eventually('theirs is stored', async () => /Theirs\./.test(await stored('The Pilot')));
  await area.press('Control+End');
  await page.keyboard.type(' Mine.');
  await page.getByText('Somebody else has changed this chapter meanwhile.').waitFor();
  t.match(await stored('The Pilot'), /Theirs\./, 'nothing is overwritten unasked');
  await page.getByRole('region', { name: 'Theirs', exact: true }).getByText('Theirs.').waitFor();
  t.match(await page.getByRole('region', { name: 'Yours', exact: true }).textContent(), /Mine\./);
  await page.getByRole('button', { name: 'Keep mine' }).click();
  await saved();
  t.match(await stored('The Pilot'), /Mine\./);
  await otherArea.press('Control+End');
  await other.keyboard.type(' More.');
  await other.getByRole('button', { name: 'Take theirs' }).click();
  await otherArea.getByText('Mine.').waitFor();
  t.notMatch(await otherArea.textContent(), /More/);
  // C23: the other one is kept for a day, and the two can be exchanged.
  const back = other.getByRole('button', { name: 'Take the other version back' });
  await back.click();
  await eventually('the other one is stored', async () => /More\./.test(await stored('The Pilot')));
  await back.click();
  await eventually('and the first again', async () => !/More\./.test(await stored('The Pilot')));
  await otherArea.getByText('Mine.').waitFor();
  await other.close();
  // A version that changed for another reason is no conflict.
  await site.call(`PATCH /creator/episodes/${episode.id}`, { as: author, body: { title: 'Sea Ice' } });
  await area.press('Control+End');
  await page.keyboard.type(' Still mine.');
  await saved();
  await eventually('it is stored', async () => /Still mine\./.test(await stored('The Pilot')));
});

await t.test('NOV-03 the preview shows what readers will get', async (t) => {
  await page.getByRole('button', { name: 'All chapters' }).click();
  await page.getByLabel('Title of the next chapter').waitFor();
  await page.locator('#chapters:focus').waitFor();
  await page.getByRole('link', { name: 'Preview' }).click();
  await page.getByRole('heading', { name: 'The Pilot' }).waitFor();
  await page.getByRole('link', { name: 'Read on' }).click();
  await page.getByText('Since when?').waitFor();
  await tab.goto(`${path}/preview`);
  t.ok(page.url().endsWith(`${path}/chapters`), 'the preview of pages leads here');
  const stranger = await site.open({ as: await site.signUp('Noor') });
  await stranger.goto(`${path}/chapters`);
  t.match(stranger.page.url(), /\/creator\/stories(?:\?error_notice=.*)?$/, 'ERR-05');
});

await t.test('every state stands the test of accessibility, on phones too', async (t) => {
  await tab.goto(path);
  await awake(page);
  t.same(await violations(page), []);
  await page.getByRole('link', { name: /The Sound/ }).click();
  await area.waitFor();
  t.same(await violations(page), []);
  await page.getByRole('button', { name: 'Link', exact: true }).focus();
  await page.keyboard.press('ArrowLeft');
  t.match(await page.evaluate(() => document.activeElement?.getAttribute('aria-label')), /^Scene break/);
  const small = await site.open({ as: author, ...phone });
  await small.goto(`${path}${new URL(page.url()).search}`);
  await awake(small.page);
  await small.page.getByRole('textbox', { name: 'Text of the chapter' }).waitFor();
  t.same(await violations(small.page), []);
  t.equal(await small.page.evaluate(() => document.documentElement.scrollWidth), 360, 'nothing sticks out');
  await small.context.close();
});

await t.test('NOV-09 published from the chapter that is being written; a visitor reads it', async (t) => {
  await area.press('Control+End');
  await page.keyboard.type(' The end.');
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish now' }).click();
  await page.getByText('Published. Readers can see it now.').waitFor();
  t.equal(await page.getByRole('button', { name: 'Add chapter' }).count(), 0);
  const visitor = await site.open({ javaScriptEnabled: false });
  t.equal(await visitor.goto(`/stories/${story.slug}/1`), 200);
  await visitor.page.getByRole('link', { name: 'Read on' }).click();
  t.ok(await visitor.page.getByText('The end.').isVisible(), 'what was typed last is there');
  t.equal(await visitor.page.locator('article em').first().textContent(), 'Since when?');
  await visitor.context.close();
  await page.getByRole('button', { name: 'Unpublish' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Unpublish' }).click();
  await page.getByRole('button', { name: 'Add chapter' }).waitFor();
});

await t.test('NOV-09 a novel episode is scheduled, in German', async (t) => {
  await tab.goto(`/de${path}`);
  await awake(page);
  await page.getByRole('button', { name: 'Veröffentlichen' }).click();
  const dialog = page.getByRole('dialog');
  await dialog
    .getByText('Zu einem Termin')
    .or(dialog.getByRole('radio').nth(1))
    .first()
    .click({ force: true });
  await dialog.locator('button[type=submit]').click();
  await page.getByText('Geplant', { exact: true }).first().waitFor();
  await page.getByRole('link', { name: /The Pilot/ }).click();
  await page.getByRole('textbox', { name: 'Text des Kapitels' }).waitFor();
  await page.getByRole('button', { name: 'Kapitel löschen …' }).click();
  await page
    .getByRole('dialog', { name: '„The Pilot“ löschen?' })
    .getByRole('button', { name: 'Kapitel löschen' })
    .click();
  await page.getByText('Kapitel gelöscht').waitFor();
  t.same(await titles(), ['The Sound']);
});

await t.test('NOV-06 without a script a chapter is added by a plain form', async (t) => {
  const plain = await site.open({ as: author, javaScriptEnabled: false });
  await plain.goto(path);
  await plain.page.getByLabel('Title of the next chapter').last().fill('By hand');
  await plain.page.getByLabel('Text', { exact: true }).fill('One.\n\nTwo.');
  await plain.page.getByRole('button', { name: 'Add chapter' }).last().click();
  await plain.page.waitForURL(/success_notice=Chapter\+added/);
  await plain.page.waitForLoadState();
  t.match(await plain.page.content(), 'Chapter added');
  t.equal(await stored('By hand'), '<p>One.</p>\n<p>Two.</p>');
  await plain.context.close();
});

await t.test('nothing went wrong in the browser on the way', async (t) => {
  t.same(faultsOf(tab), []);
});

await site.close();
