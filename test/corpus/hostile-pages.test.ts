/** Hostile texts on every screen in Chromium: they show as text, and nothing in them runs, loads or navigates. */
import { eq } from 'drizzle-orm';
import t from 'tap';
import { episodes, users } from '../../db/schema/index.ts';
import { isBlank, isStorable, lengthOf } from '../../server/lib/text.ts';
import { createEpisode, jpegPart, publishStory, upload } from '../support/console.ts';
import { corpusText } from '../support/corpus.ts';
import { startSite, type Tab } from '../support/site.ts';
import { seen } from './texts.ts';

/** Aimed at the places of texts: elements, attributes, the title, islands' props, addresses, styles. */
const own = [
  '<script>window.__xss=1</script>',
  '</title><script>window.__xss=1</script>',
  '</textarea><img src=/none onerror=window.__xss=1>',
  '"><svg onload=window.__xss=1>',
  "'><img src=/none onerror='window.__xss=1'>",
  '&quot;&gt;&lt;img src=/none onerror=window.__xss=1&gt;',
  '--><iframe srcdoc="<script>parent.__xss=1</script>">',
  '</script><base href=https://evil.example><a href=x>',
  '<meta http-equiv=refresh content="0;url=https://evil.example">',
  '<link rel=stylesheet href=https://evil.example/a.css>',
  '<island-root data-island="Evil">',
  '{"__proto__":{"a":1}}</script>',
  "\u0024{window.__xss=1}{{constructor.constructor('window.__xss=1')()}}",
  'javascript:window.__xss=1',
  '\u2028\u2029<!--<script>',
];

const isVisible = (text: string) => isStorable(text) && !isBlank(text);
const plain = (text: string) => seen(text).replace(/\s+/g, '');

function chunks(texts: readonly string[], most: number): string[][] {
  const all: string[][] = [];
  let length = most;
  for (const text of texts) {
    length += lengthOf(text) + 1;
    if (length > most) {
      all.push([]);
      length = lengthOf(text) + 1;
    }
    all.at(-1)?.push(text);
  }
  return all;
}

type Parsed = { shape: string; text: string; title: string; away: string[] };

/** Parses the page like a browser, without running it. Returns elements, attributes, text and external addresses. */
const parse = ({ page }: Tab, htmls: string[]): Promise<Parsed[]> =>
  page.evaluate(
    (pages) =>
      pages.map((html) => {
        const parsed = new DOMParser().parseFromString(html, 'text/html');
        const elements = [...parsed.querySelectorAll('*')];
        const away = elements.flatMap((element) =>
          ['href', 'src', 'action', 'formaction', 'poster', 'data', 'xlink:href'].flatMap((name) => {
            const value = element.getAttribute(name);
            if (value === null || element.matches('link[rel=canonical],link[rel=alternate]')) return [];
            const url = new URL(value, location.href);
            const isOurs = url.origin === location.origin || value.startsWith('data:image/');
            return isOurs ? [] : [`${element.localName} ${name}=${value}`];
          }),
        );
        return {
          shape: elements
            .map((element) => `${element.localName} ${element.getAttributeNames().toSorted().join(' ')}`)
            .join('\n'),
          text: parsed.body.textContent ?? '',
          // `document.title` drops control characters.
          title: parsed.querySelector('title')?.textContent ?? '',
          away,
        };
      }),
    htmls,
  );

t.test('hostile texts in the browser', async (t) => {
  const site = await startSite();
  t.teardown(() => site.close());
  const { db } = site.deps;
  const creator = await site.signUp('Creator');
  const { story, episode } = await publishStory(site, creator, { title: 'Plain', description: 'Plain.' });
  const draft = await createEpisode(site, creator, story.id, 'Draft');
  const files = ['naughty-strings', 'unicode-edge', 'xss-payloads'];
  const texts = [
    ...own,
    ...new Set((await Promise.all(files.map((name) => corpusText(name)))).flat()),
  ].filter(isVisible);
  const titles = texts.filter((text) => lengthOf(text) <= 120);

  const change = async (body: object) => {
    const reply = await site.call(`PATCH /creator/stories/${story.id}`, { as: creator, body });
    if (reply.statusCode !== 200) throw new Error(reply.body);
    return reply.json<{ story: { slug: string } }>().story.slug;
  };
  /** Writes to the database: through the API, a published episode would have to be unpublished first. */
  const rename = async (title: string, name: string) => {
    await db.update(episodes).set({ title }).where(eq(episodes.id, episode.id));
    await db.update(users).set({ displayName: name }).where(eq(users.id, creator.id));
  };
  const html = async (url: string) =>
    (await site.app.inject({ url, headers: { cookie: `auth_token=${creator.token}` } })).body;

  await t.test('in titles and names no text changes what a page is made of', async (t) => {
    const tab = await site.open();
    await tab.goto('/');
    const pagesOf = (slug: string) => [
      `/stories/${slug}`,
      `/creator/stories/${story.id}`,
      `/de/stories/${slug}/1`,
      '/',
      '/creator/stories',
      `/creator/stories/${story.id}/episodes/${draft.id}`,
    ];
    const load = async ([title, episodeTitle, name]: readonly [string, string, string], most: number) => {
      await rename(episodeTitle, name);
      const slug = await change({ title });
      return parse(tab, await Promise.all(pagesOf(slug).slice(0, most).map(html)));
    };
    const plainPages = await load(['Plain', 'Plain', 'Plain'], 6);
    const faults: string[] = [];
    const third = Math.ceil(titles.length / 3);
    for (let at = 0; at < third; at += 1) {
      const [title = 'Plain', other = 'Plain', name = 'Plain'] = [0, 1, 2].map(
        (part) => titles[part * third + at],
      );
      const parsed = await load([title, other, name], at % 10 === 0 ? 6 : at % 5 === 0 ? 3 : 2);
      const wishes = [[title, other, name], [title, other], [title, other], [title, name], [title], [title]];
      for (const [index, { shape, text, title: heading, away }] of parsed.entries()) {
        const where = `${pagesOf('slug')[index]} ${JSON.stringify([title, other, name])}`;
        const wanted = wishes[index] ?? [];
        if (shape !== plainPages[index]?.shape) faults.push(`${where} makes other elements`);
        if (wanted.some((each) => !plain(text).includes(plain(each))))
          faults.push(`${where} is not to be seen`);
        if (index !== 1 && index < 3 && !plain(heading).includes(plain(title)))
          faults.push(`${where} is not in the title`);
        if (away.length > 0) faults.push(`${where} leads to ${away}`);
      }
    }
    t.same(faults, []);
  });

  await t.test('nothing runs, loads or asks on any screen, and every text is seen', async (t) => {
    const reader = await site.open();
    const author = await site.open({ as: creator });
    const tags = titles.filter((text) => lengthOf(text) <= 30);
    const missing: string[] = [];
    const see = async ({ page, goto }: Tab, path: string, wanted: readonly string[]) => {
      await goto(path);
      const shown = plain(
        await page.evaluate(() =>
          [document.body, ...document.querySelectorAll('input,textarea')]
            .map((each) => ('value' in each ? String(each.value) : each.textContent))
            .join(' '),
        ),
      );
      for (const text of wanted)
        if (!shown.includes(plain(text))) missing.push(`${path}: ${JSON.stringify(text)}`);
    };
    for (const [index, part] of chunks(texts, 3000).entries()) {
      const title = titles[index] ?? 'Plain';
      const other = titles.at(-1 - index) ?? 'Plain';
      const some = [
        ...new Map(tags.slice(index * 9, index * 9 + 9).map((tag) => [tag.toLowerCase(), tag])),
      ].map(([, tag]) => tag);
      await rename(other, other);
      const slug = await change({ title, description: part.join('\n'), tags: some });
      await see(reader, `/stories/${slug}`, [title, other, ...part, ...some]);
      await see(author, `/creator/stories/${story.id}/details`, [title, ...part, ...some]);
      if (index % 5 > 0) continue;
      await see(reader, `/stories/${slug}/1`, [title, other]);
      await see(reader, '/de', [title]);
      await see(author, `/creator/stories/${story.id}`, [title, other]);
      await see(author, '/creator/stories', [title]);
      await see(author, `/creator/stories/${story.id}/episodes/${draft.id}`, [title]);
    }
    t.same(missing, []);
    for (const { page, faults } of [reader, author]) {
      t.same(faults, []);
      t.equal(await page.evaluate(() => (window as { __xss?: unknown }).__xss), undefined);
    }
  });

  await t.test('file names of pages are text in the console', async (t) => {
    const names = [...own, ...titles.slice(-80)].map((name) => name.replaceAll(/["\r\n/\\]/g, ''));
    const picture = await jpegPart('files[]', 'x', { width: 8, height: 8 });
    const reply = await upload(site, creator, 'POST /creator/pages', [
      { name: 'episode_id', value: draft.id },
      ...names.map((filename) => ({ ...picture, filename })),
    ]);
    t.equal(reply.statusCode, 202, reply.body.slice(0, 200));
    await site.runJobs();
    const { page, faults, goto } = await site.open({ as: creator });
    await goto(`/creator/stories/${story.id}/episodes/${draft.id}`);
    await page
      .locator('main img')
      .nth(names.length - 1)
      .waitFor({ state: 'attached' });
    t.same(faults, []);
    t.equal(await page.evaluate(() => (window as { __xss?: unknown }).__xss), undefined);
  });

  await t.test('notices are text, whatever they say', async (t) => {
    const { page, goto } = await site.open();
    const said: string[] = [];
    page.removeAllListeners('dialog');
    page.on('dialog', (dialog) => {
      said.push(dialog.message());
      void dialog.dismiss();
    });
    for (const text of own.slice(0, 5))
      await Promise.all([page.waitForEvent('dialog'), goto(`/?error_notice=${encodeURIComponent(text)}`)]);
    t.same(said, own.slice(0, 5));
    t.equal(await page.evaluate(() => (window as { __xss?: unknown }).__xss), undefined);
  });

  await t.test('the way back after a sign-in stays on the site', async (t) => {
    const places = [...(await corpusText('open-redirect')), ...(await corpusText('crlf'))];
    const tab = await site.open();
    await tab.goto('/');
    const addresses = places.map((place) => `/sign_in?back=${encodeURIComponent(place)}`);
    const asked = (url: string) => site.app.inject({ url });
    const pages = await Promise.all(addresses.map(asked));
    const parsed = await parse(
      tab,
      pages.map(({ body }) => body),
    );
    t.same(
      parsed.filter(({ away }) => away.length > 0).map(({ away }) => away),
      [],
    );
    const hidden = pages.flatMap(({ body }) => [...body.matchAll(/name="_back" value="([^"]*)"/g)]);
    const base = 'https://tsuzuki.example';
    t.ok(hidden.length > 0);
    t.same(
      hidden.filter(([, value = '']) => new URL(value, base).origin !== base),
      [],
    );

    const cookie = `auth_token=${creator.token}`;
    for (const url of addresses) {
      const reply = await site.app.inject({ url, headers: { cookie } });
      const location = String(reply.headers.location);
      const isHere = reply.statusCode === 302 && new URL(location, base).origin === base;
      if (!isHere) t.fail(`${url}: ${reply.statusCode} ${location}`);
    }
  });

  await t.test('signing in by the form goes back to the page, and never to another host', async (t) => {
    for (const [back, expected] of [
      [`/de/stories/nothing?a=1#b`, /\/de\/stories\/nothing\?a=1#b$/],
      ['//evil.example', /\/creator\/stories$/],
      ['/\\evil.example', /\/creator\/stories$/],
      ['javascript:window.__xss=1', /\/creator\/stories$/],
    ] as const) {
      for (const javaScriptEnabled of [true, false]) {
        const { page, context, faults, goto } = await site.open({ javaScriptEnabled });
        await goto(`/sign_in?back=${encodeURIComponent(back)}`);
        await page.locator('[name=email]').fill(creator.email);
        await page.locator('[name=password]').fill('correct horse battery');
        await page.locator('[type=submit]').click();
        await page.waitForURL(expected);
        t.match(page.url(), expected, `${back}, ${javaScriptEnabled ? 'with' : 'without'} script`);
        t.same(faults, []);
        await context.close();
      }
    }
  });
});
