/** The page of a creator in a real browser: from a story to its author and on to another story. */
import { eq } from 'drizzle-orm';
import t from 'tap';
import { users } from '../../db/schema/index.ts';
import { publishStory } from '../support/console.ts';
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
});
