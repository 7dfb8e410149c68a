/** The blog: its list, its subjects and its notes, in both languages and without a script. */
import t from 'tap';
import { violations } from '../support/axe.ts';
import { phone, startSite, wide } from '../support/site.ts';

const site = await startSite();

await t.test('LEG-10, LEG-13, I18-07 anybody reads the blog, in both languages', async (t) => {
  for (const [prefix, title, first, all] of [
    ['', 'Notes from the house', 'Ask first, or not at all', 'All Notes from the house'],
    ['/de', 'Notizen aus dem Haus', 'Erst fragen oder gar nicht', 'Alle Notizen aus dem Haus'],
  ] as const)
    for (const options of [{ viewport: { width: 320, height: 640 } }, phone, wide]) {
      const { page, context, faults, goto } = await site.open({ ...options, colorScheme: 'dark' });
      t.equal(await goto(`${prefix}/blog`), 200);
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
      t.same(await violations(page), []);
      t.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
      const [href] = await page
        .locator('link[type="application/atom+xml"]')
        .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
      t.equal(href, `${prefix}/blog/feed.xml`);
      await page.getByRole('link', { name: first }).click();
      await page.getByRole('heading', { level: 1, name: first }).waitFor();
      t.equal(new URL(page.url()).pathname, `${prefix}/blog/ask-first`);
      t.same(await violations(page), []);
      t.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
      t.ok((await page.locator('article blockquote').count()) > 0);
      await page.getByRole('link', { name: all }).click();
      await page.waitForURL(`**${prefix}/blog`);
      t.same(faults, []);
      await context.close();
    }
});

await t.test(
  'LEG-10 a subject has its own page, and one leads from note to note, without a script',
  async (t) => {
    const { page, context, goto } = await site.open({ ...phone, javaScriptEnabled: false });
    await goto('/blog');
    const subjects = page.getByRole('navigation', { name: 'Subjects' });
    await subjects.getByRole('link', { name: /^Money/ }).click();
    await page.waitForURL('**/blog/tags/money');
    t.equal(await subjects.locator('[aria-current]').textContent(), 'Money1');
    const notes = page.locator('main a:has(h2)');
    t.equal(await notes.count(), 1);
    await notes.first().click();
    await page.getByRole('heading', { level: 1, name: 'What you have paid for stays open' }).waitFor();
    t.equal(await page.locator('a[rel=prev]').count(), 0, 'the first of all has none before it');
    await goto('/blog/ask-first');
    await page.locator('a[rel=prev]').click();
    await page.getByRole('heading', { level: 1, name: 'A page that turns the other way' }).waitFor();
    await context.close();
  },
);

await t.test('a note or a subject that is none is not found', async (t) => {
  for (const path of [
    '/blog/nothing',
    '/blog/tags/nothing',
    '/de/blog/tags',
    '/blog/..%2Ffaq',
    '/blog/ask-first/x',
  ])
    t.equal((await site.app.inject({ url: path })).statusCode, 404, path);
});

await t.test('the blog is kept for all, and machines are told of every note', async (t) => {
  await site.app.inject({ url: '/blog/ask-first' });
  t.match((await site.app.inject({ url: '/blog/ask-first' })).headers['cache-control'], /public/);
  const { body } = await site.app.inject({ url: '/sitemap-pages.xml' });
  for (const path of ['/blog', '/blog/ask-first', '/de/blog/ask-first', '/faq'])
    t.ok(body.includes(`<loc>${site.deps.config.BASE_URL}${path}</loc>`), path);
  t.notMatch(body, '/cookies<', 'what is made for each is nothing to be found');
});

await site.close();
