/** The landing page as it is seen: full rows at every width, what a finger needs in the header, and links that lead somewhere. */
import t from 'tap';
import { openShelf } from '../support/shelf.ts';
import { phone, startSite } from '../support/site.ts';

const WIDTHS = [360, 768, 1280];
const FINGER = 44;

t.test('the landing page', async (t) => {
  const site = await startSite();
  t.teardown(() => site.close());
  const shelf = openShelf(site.deps);
  const author = await shelf.addAuthor();
  const kinds = ['comics', 'indie', 'novel'] as const;
  for (let index = 0; index < 31; index += 1) {
    const publicationType = kinds[index % 3];
    const values = { title: `Story ${index}`, publicationType, viewsCount: index };
    const story = await shelf.addStory(author, values);
    const days = index % 5;
    const publishedAt = new Date(site.deps.clock.now().getTime() - days * 86_400_000);
    const chapters = publicationType === 'novel' ? ['<p>One sentence. And more.</p>'] : [];
    await shelf.addEpisode(story, 1, { publishedAt }, { pages: chapters.length > 0 ? 0 : 1, chapters });
  }

  const open = async (options: Parameters<typeof site.open>[0]) => {
    const tab = await site.open(options);
    // The shelf's pictures have addresses but no files.
    await tab.page.route('**/media/**', (route) => route.fulfill({ body: '', contentType: 'image/png' }));
    return tab;
  };

  await t.test('no row ends early, and nothing is wider than the screen', async (t) => {
    for (const path of ['/', '/de']) {
      for (const width of WIDTHS) {
        const { page, context } = await open({ viewport: { width, height: 900 } });
        await page.goto(path);
        const rows = await page.locator('main :is(ul, ol):not(nav *)').evaluateAll((lists) =>
          lists.map((list) => {
            const tops = [...list.children]
              .filter((child) => child.checkVisibility())
              .map((child) => Math.round(child.getBoundingClientRect().top));
            return [...new Set(tops)].map((top) => tops.filter((other) => other === top).length);
          }),
        );
        t.ok(rows.length >= 4, 'there are lists');
        for (const counts of rows) t.ok(new Set(counts).size <= 1, `${path} at ${width}: ${counts}`);
        t.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
        await context.close();
      }
    }
  });

  await t.test('a cover stands once, and what the header leads to is there', async (t) => {
    const { body } = await site.app.inject({ url: '/' });
    const pictures = [...body.matchAll(/<img[^>]* src="(\/media\/[^"]+)"/g)].map(([, address]) => address);
    t.ok(pictures.length > 12);
    t.equal(new Set(pictures).size, pictures.length, 'no picture twice');
    for (const anchor of ['comics', 'indie', 'novels'])
      t.equal(body.split(`id="${anchor}"`).length, 2, anchor);
  });

  await t.test('HDR-04, HDR-16, HDR-17 a phone has language and account in its header', async (t) => {
    for (const [path, code] of [
      ['/', 'EN'],
      ['/de', 'DE'],
    ] as const) {
      const { page, context } = await open(phone);
      await page.goto(path);
      const language = page.locator('header summary').first();
      t.match(await language.innerText(), new RegExp(`\\b${code}$`));
      const account = page.locator('header a[href*="/sign_in"]');
      for (const target of [language, account]) {
        const box = await target.boundingBox();
        t.ok((box?.width ?? 0) >= FINGER && (box?.height ?? 0) >= FINGER, `${path}: ${JSON.stringify(box)}`);
      }
      const logo = page.locator('header a').first();
      const [one, other] = [await language.boundingBox(), await logo.boundingBox()];
      t.ok(one && other && Math.abs(one.y + one.height / 2 - other.y - other.height / 2) < 4, 'in one line');
      for (const link of await page.locator('footer a, footer button, nav a, nav button').all()) {
        const box = await link.boundingBox();
        if (box) t.ok(box.height >= FINGER, `${await link.innerText()} is ${box.height} px high`);
      }
      await context.close();
    }
  });

  await t.test('every link of the public pages leads to a page, in both languages', async (t) => {
    const seen = new Set<string>();
    const wanted = [
      '/',
      '/de',
      '/sign_in',
      '/de/sign_in',
      '/sign_up',
      '/de/sign_up',
      '/nowhere',
      '/de/nowhere',
    ];
    const ids = new Map<string, string[]>();
    const anchors: [string, string, string][] = [];
    for (let at = 0; at < wanted.length && at < 60; at += 1) {
      const path = wanted[at] as string;
      if (seen.has(path)) continue;
      seen.add(path);
      const reply = await fetch(`${site.origin}${path}`);
      t.equal(reply.status, path.endsWith('/nowhere') ? 404 : 200, path);
      const html = await reply.text();
      const attributes = (pattern: RegExp) =>
        [...html.matchAll(pattern)].map(([, value = '']) => value.replaceAll('&amp;', '&'));
      ids.set(path, attributes(/<[^<>]* id="([^"]+)"/g));
      for (const href of attributes(/<a [^>]*?href="([^"]+)"/g)) {
        const { origin, pathname, search, hash } = new URL(href, reply.url);
        if (origin !== site.origin) continue;
        if (hash) anchors.push([path, pathname + search, hash.slice(1)]);
        // One of a kind is enough: stories, readers and profiles differ in content only.
        const kind = /^(\/de)?\/(stories\/[^/]+(\/)?|profile\/)/.exec(pathname);
        const isKnown =
          kind &&
          wanted.some(
            (other) =>
              other.split('/').length === pathname.split('/').length &&
              other.startsWith(kind[1] ?? '/') &&
              /stories|profile/.test(other),
          );
        if (!isKnown) wanted.push(pathname + search);
      }
    }
    t.ok(seen.size > 7, `${seen.size} pages`);
    for (const [from, to, id] of anchors) {
      if (ids.has(to)) t.ok(ids.get(to)?.includes(id), `${from} leads to ${to}#${id}`);
    }
  });
});
