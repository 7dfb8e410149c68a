/** What a browser keeps of unsent work on a device that several people use: each of them finds their own, and no other's. */
import t from 'tap';
import { PASSWORD } from '../support/app.ts';
import { createEpisode, createStory } from '../support/console.ts';
import { formAwake, titleIn } from '../support/desk.ts';
import { eventually } from '../support/eventually.ts';
import { startSite, wide } from '../support/site.ts';
import { joinTeam } from '../support/team.ts';

const site = await startSite();
const [ida, noor] = [await site.signUp('Ida'), await site.signUp('Noor')];
const story = await createStory(site, ida, { title: 'The Ledger', publication_type: 'novel' });
await joinTeam(site, ida, story.id, noor, 'editor');
const episode = await createEpisode(site, ida, story.id, 'Ice');
// Too long to be sent while the page is being left, past whatever stands in the way of a request.
const long = 'A wave halfway up. '.repeat(900);
const added = await site.call('POST /creator/episodes/chapters', {
  as: ida,
  body: { episode_id: episode.id, title: 'The Pilot', text: long },
});
const chapterId = added.json<{ chapter: { id: string } }>().chapter.id;
const chapterPath = `/creator/stories/${story.id}/episodes/${episode.id}?chapter=${chapterId}`;

const tab = await site.open({ as: ida, ...wide });
const { page, context } = tab;
const area = page.getByRole('textbox', { name: 'Text of the chapter' });
const signOut = () =>
  Promise.all([
    page.waitForURL((url) => !url.pathname.startsWith('/creator')),
    page
      .locator('form[action^="/api/auth/session"]')
      .first()
      .evaluate((form: HTMLFormElement) => form.submit()),
  ]);
const signIn = (token: string) =>
  context.addCookies([
    { url: site.origin, sameSite: 'Lax', name: 'auth_token', value: token, httpOnly: true },
    { url: site.origin, sameSite: 'Lax', name: 'signed_in', value: '1' },
  ]);
const keptHere = (text: string) =>
  page.evaluate((wanted) => Object.values(localStorage).some((kept) => kept.includes(wanted)), text);

await t.test('unsent work is kept for whoever wrote it', async (t) => {
  await context.route('**/api/creator/episodes/chapters/*', (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  );
  await tab.goto(chapterPath);
  await area.press('Control+End');
  await page.keyboard.type(' Never sent.');
  await eventually('the chapter is kept', () => keptHere('Never sent.'));
  await tab.goto('/creator/stories/new');
  await formAwake(page);
  await titleIn(page).fill('Half an Idea');
  await eventually('the story is kept', () => keptHere('Half an Idea'));
  t.ok(await keptHere('Never sent.'));
});

await t.test('the next person on this device does not see it', async (t) => {
  await signOut();
  await signIn(noor.token);
  await tab.goto(chapterPath);
  await area.getByText('A wave halfway up.').first().waitFor();
  t.notMatch(await area.textContent(), /Never sent/);
  t.equal(await page.getByText('What had not been saved here is back.').count(), 0);
  await tab.goto('/creator/stories/new');
  await formAwake(page);
  t.equal(await titleIn(page).inputValue(), '');
  t.equal(await page.getByText('This is the story you began here.').count(), 0);
});

await t.test('whoever wrote it finds it again', async (t) => {
  await context.clearCookies();
  const reply = await site.call('POST /auth/mail', { body: { email: ida.email, password: PASSWORD } });
  await signIn(reply.json<{ auth_token: string }>().auth_token);
  await tab.goto(chapterPath);
  await page.getByText('What had not been saved here is back.').waitFor();
  t.match(await area.textContent(), /Never sent\./);
  await tab.goto('/creator/stories/new');
  await page.getByText('This is the story you began here.').waitFor();
  t.equal(await titleIn(page).inputValue(), 'Half an Idea');
});

await t.test('API-26 two texts are asked about again after a reload, and neither is lost', async (t) => {
  await context.unroute('**/api/creator/episodes/chapters/*');
  const chapter = `/creator/episodes/chapters/${chapterId}`;
  const stored = async () =>
    (await site.call(`GET ${chapter}`, { as: noor })).json<{ chapter: { html: string } }>().chapter.html;
  await site.call(`PATCH ${chapter}`, { as: noor, body: { html: '<p>Hers.</p>' } });
  for (const _ of ['at first', 'after a reload']) {
    await tab.goto(chapterPath);
    await page.getByText('Somebody else has changed this chapter meanwhile.').waitFor();
    await area.press('Control+End');
    await page.keyboard.type(' More.');
    await eventually('what is written on is kept', () => keptHere('More.'));
    t.equal(await stored(), '<p>Hers.</p>', 'who leaves the page overwrites nobody');
  }
  await page.getByRole('button', { name: 'Keep mine' }).click();
  await eventually('mine is stored', async () => /Never sent\. More\. More\./.test(await stored()));
});

await site.close();
