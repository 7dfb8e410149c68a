/** The page of a creator in a real browser: from a story to its author and on to another story. */
import { eq } from 'drizzle-orm';
import t from 'tap';
import { subscriptions, users } from '../../db/schema/index.ts';
import { inspectPages } from '../support/axe.ts';
import { publishStory } from '../support/console.ts';
import { wakeIsland } from '../support/islands.ts';
import { phone, startSite, wide } from '../support/site.ts';

t.test('the page of a creator', async (t) => {
  const site = await startSite();
  t.teardown(() => site.close());
  const creator = await site.signUp('Mirko Haas');
  await site.deps.db
    .update(users)
    .set({ founder: true, website: 'https://www.ash-street.example/about' })
    .where(eq(users.id, creator.id));
  const { story } = await publishStory(site, creator, { title: 'Night Train' });
  const second = await publishStory(site, creator, { title: 'Day Train' });

  for (const { locale, look, words } of [
    { locale: '', look: wide, words: { founder: 'Founder', stories: 'Stories', episodes: '1 episode' } },
    {
      locale: '/de',
      look: phone,
      words: { founder: 'Gründungsmitglied', stories: 'Geschichten', episodes: '1 Folge' },
    },
  ]) {
    await t.test(`PRO-07 REV-05 from the story to its author${locale}`, async (t) => {
      const { page, context, faults, goto } = await site.open(look);
      await goto(`${locale}/stories/${story.slug}`);
      await page.locator('main').getByRole('link', { name: 'Mirko Haas' }).first().click();
      await page.waitForURL((url) => url.pathname === `${locale}/profile/mirko-haas`);
      t.ok(await page.getByRole('heading', { level: 1, name: 'Mirko Haas' }).isVisible());
      t.ok(await page.getByText(words.founder, { exact: true }).isVisible());
      t.ok(await page.getByRole('heading', { level: 2, name: words.stories }).isVisible());
      const website = page.getByRole('link', { name: 'ash-street.example' });
      t.equal(await website.getAttribute('href'), 'https://www.ash-street.example/about');
      t.equal(await website.getAttribute('rel'), 'nofollow noopener ugc');
      const cards = page.locator('main li a');
      t.match(await cards.allInnerTexts(), [/Day Train/, /Night Train/], 'the newest first');
      t.match(await cards.first().innerText(), new RegExp(words.episodes));
      const paper = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      const flood = await page
        .locator('main > section, main > div')
        .first()
        .evaluate((head) => getComputedStyle(head).backgroundColor);
      t.not(flood, paper, 'the head has the colour of the newest story');
      await cards.first().click();
      await page.waitForURL((url) => url.pathname === `${locale}/stories/${second.story.slug}`);
      t.same(faults, []);
      await context.close();
    });
  }

  await t.test('PRO-07 it reads without JavaScript, and nobody is nobody', async (t) => {
    const { page, context, goto } = await site.open({ javaScriptEnabled: false });
    t.equal(await goto('/de/profile/mirko-haas'), 200);
    t.equal(await page.locator('main li a').count(), 2);
    t.equal(await goto('/profile/nobody-at-all'), 404);
    await context.close();
  });

  const count = async () => {
    const rows = await site.deps.db.select().from(subscriptions);
    return rows.filter(({ storyId }) => [story.id, second.story.id].includes(storyId)).length;
  };

  await t.test('PRO-07 SOC-04 a reader subscribes to all by the keyboard, and leaves all', async (t) => {
    const reader = await site.signUp('Jule Reader');
    const { page, context, faults, goto } = await site.open({ ...phone, as: reader });
    await goto('/de/profile/mirko-haas');
    await wakeIsland(page, 'SubscribeAll');
    t.ok(await page.getByText('Du abonnierst damit diese 2 Geschichten.').isVisible());
    await page.getByRole('button', { name: 'Alle abonnieren' }).focus();
    await page.keyboard.press('Enter');
    const leave = page.getByRole('button', { name: 'Alle abonniert' });
    await leave.waitFor();
    t.equal(await count(), 2);
    t.ok(await page.getByText('Alle Geschichten abonniert').isVisible());
    await goto('/profile/mirko-haas');
    await page.getByRole('button', { name: 'Subscribed to all' }).click();
    await page.getByRole('button', { name: 'Subscribe to all', exact: true }).waitFor();
    t.equal(await count(), 0);
    t.same(faults, []);
    await context.close();
  });

  await t.test('PRO-07 it works without JavaScript, and visitors are led to sign in and back', async (t) => {
    const reader = await site.signUp('Plain Reader');
    const own = await site.open({ as: reader, javaScriptEnabled: false });
    const told = async (text: string) => {
      await own.page.waitForURL((url) => url.searchParams.get('success_notice') === text);
      t.equal(new URL(own.page.url()).pathname, '/profile/mirko-haas');
      t.match(await own.page.locator('noscript').allInnerTexts(), [new RegExp(text)]);
    };
    await own.goto('/profile/mirko-haas');
    await own.page.getByRole('button', { name: 'Subscribe to all' }).click();
    await told('Subscribed to all stories');
    t.equal(await count(), 2);
    await own.page.locator('noscript button').click();
    await told('Unsubscribed from all stories');
    t.equal(await count(), 0);
    await own.context.close();
    for (const javaScriptEnabled of [true, false]) {
      const { page, context, goto } = await site.open({ javaScriptEnabled });
      await goto('/de/profile/mirko-haas');
      await page.getByRole('button', { name: 'Alle abonnieren' }).click();
      await page.waitForURL((url) => url.pathname === '/de/sign_in');
      t.equal(new URL(page.url()).searchParams.get('back'), '/de/profile/mirko-haas');
      await context.close();
    }
    t.equal(await count(), 0);
  });

  await t.test('PRO-07 a bio is written in the profile and stands on the page at once', async (t) => {
    const { page, context, faults, goto } = await site.open({ ...wide, as: creator });
    await goto('/profile_edit');
    await wakeIsland(page, 'ProfileForm');
    await page.getByLabel('About you, for readers').fill('Draws trains.\n\nAnd rain.');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Profile changes saved').waitFor();
    await goto('/profile/mirko-haas');
    t.ok(await page.getByText('Draws trains. And rain.', { exact: true }).isVisible());
    t.equal(
      await page.getByRole('link', { name: 'Feed' }).getAttribute('href'),
      '/profile/mirko-haas/feed.xml',
    );
    t.same(faults, []);
    await context.close();
  });

  await t.test('PRO-07 it can be seen, read and reached', async (t) => {
    const one = await site.signUp('Ida Single');
    await publishStory(site, one, { title: 'The Only One', description: 'It begins. It goes on.' });
    const tab = await site.open(wide);
    await inspectPages(t, tab, ['/profile/mirko-haas', '/de/profile/ida-single']);
    for (const path of ['/profile/mirko-haas', '/profile/ida-single']) {
      await tab.page.setViewportSize({ width: 320, height: 700 });
      await tab.goto(path);
      t.equal(await tab.page.evaluate(() => document.documentElement.scrollWidth), 320, path);
    }
    await tab.context.close();
  });
});
