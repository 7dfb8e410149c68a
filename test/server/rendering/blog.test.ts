import t from 'tap';
import { visitPlainly } from '../../support/plain.ts';
import { startSite } from '../../support/site.ts';

const site = await startSite();

await t.test('LEG-10, LEG-13, I18-07 anybody reads the blog, in both languages', async (t) => {
  for (const [prefix, title, first, all] of [
    ['', 'Notes from the house', 'Ask first, or not at all', 'All Notes from the house'],
    ['/de', 'Notizen aus dem Haus', 'Erst fragen oder gar nicht', 'Alle Notizen aus dem Haus'],
  ] as const) {
    const visitor = visitPlainly(site.app);
    t.equal(await visitor.goto(`${prefix}/blog`), 200);
    t.ok(visitor.get('heading', title));
    const feed = visitor.document().querySelector('link[type="application/atom+xml"]');
    t.equal(feed?.getAttribute('href'), `${prefix}/blog/feed.xml`);
    await visitor.press(visitor.get('heading', first).closest('a') as HTMLElement);
    t.equal(visitor.at(), `${prefix}/blog/ask-first`);
    t.ok(visitor.get('heading', first));
    t.ok(visitor.document().querySelector('article blockquote'));
    await visitor.press(all);
    t.equal(visitor.at(), `${prefix}/blog`);
  }
});

await t.test('LEG-10 a subject has its own page, and one leads from note to note', async (t) => {
  const visitor = visitPlainly(site.app);
  await visitor.goto('/blog');
  await visitor.press(visitor.get('link', /^Money/, visitor.get('navigation', 'Subjects')));
  t.equal(visitor.at(), '/blog/tags/money');
  const [current] = visitor.document().querySelectorAll('nav [aria-current]:not([hreflang])');
  t.equal(current?.textContent, 'Money1');
  const notes = visitor.document().querySelectorAll<HTMLElement>('main a:has(h2)');
  t.equal(notes.length, 1);
  await visitor.press(notes[0] as HTMLElement);
  t.ok(visitor.get('heading', 'What you have paid for stays open'));
  t.equal(visitor.document().querySelector('a[rel=prev]'), null, 'the first of all has none before it');
  await visitor.goto('/blog/ask-first');
  await visitor.press(visitor.document().querySelector('a[rel=prev]') as HTMLElement);
  t.ok(visitor.get('heading', 'A page that turns the other way'));
});

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
