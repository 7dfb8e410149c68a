import t from 'tap';
import { PASSWORD } from '../../support/app.ts';
import { inspectPages, violations } from '../../support/axe.ts';
import { createEpisode, createStory, publishStory, uploadPages } from '../../support/console.ts';
import { faultsOf, openDesk, readStory, titleIn } from '../../support/desk.ts';
import { button, dialogOf } from '../../support/editor.ts';
import { eventually } from '../../support/eventually.ts';
import { choose, click, expect, fill, press, reach, select, type } from '../../support/hand.ts';
import { toastSays } from '../../support/islands.ts';
import { mustDo, readyEpisode } from '../../support/releases.ts';
import { phone, startSite, wide } from '../../support/site.ts';
import { joinTeam } from '../../support/team.ts';

const site = await startSite();
const mira = await site.signUp('Mira');
const desk = await openDesk(site, { as: mira, ...wide });
const { page } = desk;
const DELETED = '/creator/stories/deleted';
const genre = page.getByLabel('Genre');
const language = page.getByLabel('Language', { exact: true });
const createIt = page.getByRole('button', { name: 'Create story' });
const begun = page.getByText('This is the draft you started here.');
const keptHere = (text: string) =>
  eventually(`${text} is kept`, () =>
    page.evaluate((wanted) => Object.values(localStorage).some((kept) => kept.includes(wanted)), text),
  );

await t.test('STO-06 STO-39 ERR-52 a comic is created', async (t) => {
  await desk.goto('/creator/stories/new');
  await choose(page.getByLabel('Right to left'));
  await fill(titleIn(page), 'Night Bus');
  await select(genre, 'crime');
  await select(language, 'en');
  await click(createIt);
  await expect(page.getByRole('heading', { level: 1, name: 'Night Bus' })).toBeVisible();
  await toastSays(page, 'Story saved');
  t.same(desk.alerts, []);
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  t.match(await readStory(site, mira, id), { publication_type: 'comics', format: 'page_rtl' });
});

await t.test(
  'STO-08 NOV-03 a novel is created on a phone, with genres of its own, and begins in its text',
  async (t) => {
    const tab = await openDesk(site, { as: mira, ...phone });
    await tab.goto('/creator/stories/new');
    const at = tab.page;
    await choose(at.getByRole('radio', { name: 'Novel' }));
    await expect(at.getByRole('group', { name: 'Reading direction' })).toHaveCount(0);
    await fill(titleIn(at), 'Paper Boats');
    await select(at.getByLabel('Genre'), 'poetry');
    await select(at.getByLabel('Language', { exact: true }), 'en');
    await choose(at.getByRole('radio', { name: 'Comic' }));
    await expect(at.getByLabel('Genre'), 'what a comic does not have is not kept').toHaveValue('');
    await choose(at.getByRole('radio', { name: 'Novel' }));
    await select(at.getByLabel('Genre'), 'poetry');
    await expect.poll(() => at.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    await click(at.getByRole('button', { name: 'Create story' }));
    await expect(at.getByRole('textbox', { name: 'Text of the chapter' })).toBeVisible();
    const [, id = ''] = /\/creator\/stories\/([^/]+)\/episodes\//.exec(at.url()) ?? [];
    t.match(await readStory(site, mira, id), { publication_type: 'novel', format: null, genre: 'poetry' });
    t.same(faultsOf(tab), []);
    await tab.context.close();
  },
);

await t.test('ERR-09 ERR-11 what is refused is said at its field, and above how many they are', async () => {
  await desk.goto('/creator/stories/new');
  await click(createIt);
  await expect(page.getByText("Title can't be blank")).toBeVisible();
  await expect(page.getByText("Genre can't be blank")).toBeVisible();
  const summary = page.locator('[data-summary]');
  await expect(summary).toHaveText(/^3 fields need another look/);
  await expect(summary, 'the focus is there').toBeFocused();
  await press(page, 'Tab', 'Tab', 'Enter');
  await expect(genre, 'each link leads to its field').toBeFocused();
  await select(genre, 'crime');
  await expect(page.getByText("Genre can't be blank")).toHaveCount(0);
  await expect(summary).toHaveText(/^2 fields/);
  await select(language, 'en');
  await expect(summary).toHaveText(/^One field/);
  await titleIn(page).pressSequentially('H');
  await expect(summary, 'nothing is wrong any more').toHaveCount(0);
  await expect(page.getByText("Title can't be blank")).toHaveCount(0);
  await fill(titleIn(page), '');
  await click(createIt);
  await expect(page.getByText("Title can't be blank")).toBeVisible();
  await expect(titleIn(page), 'a single one gets the focus itself').toBeFocused();
});

await t.test('a new story is kept in the browser until it is created, or discarded', async () => {
  await fill(titleIn(page), 'Half an Idea');
  await fill(page.getByLabel('Tags'), 'fog, harbour,');
  await keptHere('harbour');
  await desk.goto('/creator/stories');
  await desk.goto('/creator/stories/new');
  await expect(begun).toBeVisible();
  await expect(titleIn(page)).toHaveValue('Half an Idea');
  await expect(page.getByRole('button', { name: 'Remove harbour' })).toBeVisible();
  await click(page.getByRole('button', { name: 'Discard it' }));
  await expect(titleIn(page)).toHaveValue('');
  await expect(titleIn(page)).toBeFocused();
  await desk.goto('/creator/stories/new');
  await expect(titleIn(page)).toHaveValue('');
  await expect(begun).toHaveCount(0);
});

await t.test('STO-30 a story is deleted, found among the deleted ones and brought back', async (t) => {
  const { id } = await createStory(site, mira, { title: 'Moths' });
  await desk.goto(`/creator/stories/${id}/details`);
  await click(page.getByRole('button', { name: 'Delete story …' }));
  await expect(dialogOf(page)).toContainText('For 30 days you find it under “Recently deleted”.');
  await fill(dialogOf(page).getByRole('textbox'), 'Moths');
  await click(dialogOf(page).locator('[type=submit]'));
  await expect(page).toHaveURL((url) => url.pathname === '/creator/stories');
  await click(page.getByRole('link', { name: 'Recently deleted (1)' }));
  await expect(page.getByRole('heading', { level: 1, name: 'Recently deleted' })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Moths' })).toContainText('more days');
  await inspectPages(t, desk, [DELETED]);
  await click(page.getByRole('button', { name: 'Bring back Moths' }));
  await expect(page.getByRole('heading', { level: 1, name: 'Moths' })).toBeVisible();
  await eventually('the notice', () => desk.alerts.includes('Your story is back'));
  t.match(await readStory(site, mira, id), { title: 'Moths' });
  t.same(faultsOf(desk), []);
});

await t.test(
  'PAG-10 another format asks before pages are made anew, and takes no for an answer',
  async (t) => {
    const { id } = await createStory(site, mira, { title: 'Bridges', format: 'page_ltr' });
    const episode = await createEpisode(site, mira, id);
    await uploadPages(site, mira, episode.id, ['1.jpg', '2.jpg']);
    await site.runJobs();
    await desk.goto(`/creator/stories/${id}/details`);
    const strip = page.locator('[name=format][value=strip]');
    await click(page.locator('label', { has: strip }));
    await expect(dialogOf(page).getByRole('heading', { name: 'Process 2 pages again?' })).toBeVisible();
    t.same(await violations(page), []);
    await click(dialogOf(page).getByRole('button', { name: 'Keep the format' }));
    await expect(page.locator('[name=format][value=page_ltr]')).toBeChecked();
    t.match(await readStory(site, mira, id), { format: 'page_ltr' });
    await click(page.locator('label', { has: strip }));
    await click(dialogOf(page).getByRole('button', { name: 'Process again' }));
    await expect(page.getByText('Story saved')).toBeVisible();
    t.match(await readStory(site, mira, id), { format: 'strip' });
    await page.reload();
    await expect(strip).toBeChecked();
    t.same(faultsOf(desk), []);
  },
);

await t.test('STO-30 what a deed changes for other episodes is told in its dialog', async (t) => {
  const { story, episode } = await publishStory(site, mira, { title: 'The Dyke Road' });
  const second = await readyEpisode(site, mira, story.id, 'Low Water');
  const third = await readyEpisode(site, mira, story.id, 'High Water');
  await mustDo(site, mira, third, 'publish', {});
  const body = { type: 'first_free', free_count: 2, price: 30 };
  const priced = await site.call(`PUT /creator/pricing_strategies/${story.id}`, { as: mira, body });
  t.equal(priced.statusCode, 200);
  const told = async (id: string, name: string, text: string) => {
    await desk.goto(`/creator/stories/${story.id}/episodes/${id}`);
    await click(button(page, name));
    await expect(dialogOf(page).getByText(text)).toBeVisible();
  };
  await told(second, 'Publish', '“High Water” will cost coins; readers who unlocked it keep it.');
  t.same(await violations(page), []);
  await told(second, 'Delete episode …', '“High Water” moves from number 3 to 2.');
  await mustDo(site, mira, second, 'publish', {});
  await told(episode.id, 'Unpublish', '“High Water” becomes free.');
  t.same(await violations(page), []);
  t.same(faultsOf(desk), []);
});

await t.test('what a member sees as somebody else is not counted', async (t) => {
  const { story } = await publishStory(site, mira, { title: 'Seen' });
  const told: string[] = [];
  page.on('request', (request) => told.push(new URL(request.url()).pathname));
  await desk.goto(`/creator/stories/${story.id}/preview`);
  await click(page.getByRole('button', { name: 'Open preview' }));
  await expect(page.getByRole('complementary', { name: 'Preview' })).toBeVisible();
  await click(
    page
      .getByRole('link', { name: /Read episode 1/ })
      .locator('visible=true')
      .first(),
  );
  await expect(page.locator('#p1')).toBeVisible();
  await expect(page.locator('html[data-ready]')).toBeAttached();
  // Leaving a counted page would report it now at the latest.
  await desk.goto('/creator/stories');
  t.same(
    told.filter((path) => /\/(views|progress|impressions)/.test(path)),
    [],
  );
  t.same(faultsOf(desk), []);
});

await t.test('unsent work on one device', async (t) => {
  const noor = await site.signUp('Noor');
  const story = await createStory(site, mira, { title: 'The Ledger', publication_type: 'novel' });
  await joinTeam(site, mira, story.id, noor, 'editor');
  const episode = await createEpisode(site, mira, story.id, 'Ice');
  // Too long for a request while the page is closing.
  const long = 'A wave halfway up. '.repeat(900);
  const added = await site.call('POST /creator/episodes/chapters', {
    as: mira,
    body: { episode_id: episode.id, title: 'The Pilot', text: long },
  });
  const chapterId = added.json<{ chapter: { id: string } }>().chapter.id;
  const chapterPath = `/creator/stories/${story.id}/episodes/${episode.id}?chapter=${chapterId}`;
  const area = page.getByRole('textbox', { name: 'Text of the chapter' });
  const back = page.getByText('Your unsaved changes are back.');
  const writeOn = async (text: string) => {
    await (await reach(area)).focus();
    await press(page, 'Control+End');
    await type(page, text);
  };
  const signIn = (token: string) =>
    desk.context.addCookies([
      { url: site.origin, sameSite: 'Lax', name: 'auth_token', value: token, httpOnly: true },
      { url: site.origin, sameSite: 'Lax', name: 'signed_in', value: '1' },
    ]);

  await t.test('is kept for whoever wrote it', async () => {
    await desk.context.route('**/api/creator/episodes/chapters/*', (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.continue(),
    );
    await desk.goto(chapterPath);
    await writeOn(' Never sent.');
    await keptHere('Never sent.');
    await desk.goto('/creator/stories/new');
    await fill(titleIn(page), 'Half a Plan');
    await keptHere('Half a Plan');
    await keptHere('Never sent.');
  });

  await t.test('is not seen by the next person', async () => {
    const form = page.locator('form[action^="/api/auth/session"]').first();
    await form.evaluate((one: HTMLFormElement) => one.submit());
    await expect(page).not.toHaveURL(/\/creator/);
    await signIn(noor.token);
    await desk.goto(chapterPath);
    await expect(area).toContainText('A wave halfway up.');
    await expect(area).not.toContainText('Never sent');
    await expect(back).toHaveCount(0);
    await desk.goto('/creator/stories/new');
    await expect(titleIn(page)).toHaveValue('');
    await expect(begun).toHaveCount(0);
  });

  await t.test('is found again by whoever wrote it', async () => {
    await desk.context.clearCookies();
    const reply = await site.call('POST /auth/mail', { body: { email: mira.email, password: PASSWORD } });
    await signIn(reply.json<{ auth_token: string }>().auth_token);
    await desk.goto(chapterPath);
    await expect(back).toBeVisible();
    await expect(area).toContainText('Never sent.');
    await desk.goto('/creator/stories/new');
    await expect(begun).toBeVisible();
    await expect(titleIn(page)).toHaveValue('Half a Plan');
  });

  await t.test(
    'API-26 of two texts one is asked for again after a reload, and neither is lost',
    async (t) => {
      await desk.context.unroute('**/api/creator/episodes/chapters/*');
      const chapter = `/creator/episodes/chapters/${chapterId}`;
      const stored = async () =>
        (await site.call(`GET ${chapter}`, { as: noor })).json<{ chapter: { html: string } }>().chapter.html;
      await site.call(`PATCH ${chapter}`, { as: noor, body: { html: '<p>Hers.</p>' } });
      for (const times of [1, 2]) {
        await desk.goto(chapterPath);
        await expect(page.getByText('Somebody else has changed this chapter in the meantime.')).toBeVisible();
        await writeOn(' More.');
        await eventually('what is written on is kept', () =>
          page.evaluate(
            (wanted) => Object.values(localStorage).some((kept) => kept.split('More.').length > wanted),
            times,
          ),
        );
        t.equal(await stored(), '<p>Hers.</p>', 'who leaves the page overwrites nobody');
      }
      await click(page.getByRole('button', { name: 'Keep mine' }));
      await eventually('mine is stored', async () => /Never sent\. More\. More\./.test(await stored()));
    },
  );
});

await site.close();
