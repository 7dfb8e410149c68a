import t from 'tap';
import { address } from '../../../pages/addresses.ts';
import { type Plain, visitPlainly, wordsOf } from '../../support/plain.ts';
import { countQueries, openShelf } from '../../support/shelf.ts';
import { startSite } from '../../support/site.ts';
import { runSweeps } from '../../support/sweeps.ts';

const RUNNING = [
  '"><img src=x onerror=alert(1)>',
  '<script>alert(1)</script>',
  "javascript:alert('1')",
  '{{7*7}}',
  '</title><script>alert(1)</script>',
];

const ODD = [
  'rain & snow',
  'a/b',
  'what?',
  'c#',
  '100%',
  '%2F',
  '..',
  '.',
  '\\',
  '🐻‍❄️ 日本',
  'أمطار',
  "O'Neil",
  '+1 +2',
];

/** Removes the marks that isolate a phrase's text direction. */
const unmarked = (text: string): string => text.replaceAll(/[\u2068\u2069]/g, '');

const site = await startSite();
const { deps } = site;
const { addAuthor, addStory: put } = openShelf(deps);
const addStory: typeof put = (owner, values, more) =>
  put(owner, { coverMediaId: null, description: '', ...values }, more);
const ida = await addAuthor('Ida Rainer', {
  slug: 'ida',
  founder: true,
  website: 'https://www.ida.example/x',
});
const sam = await addAuthor('Sam Rainfield', { slug: 'sam' });
const otto = await addAuthor('Otto Kranz', { slug: 'otto' });
const premium = { pricing: { type: 'all_premium', priceCoins: 30 } } as const;
await addStory(ida, { slug: 'rain-1', title: 'Rain at Noon', viewsCount: 900, genre: 'crime' }, premium);
await addStory(sam, { slug: 'rain-2', title: 'Rainy Days', viewsCount: 800, language: 'de' });
await addStory(sam, { slug: 'novel-1', title: 'A Book of Rain', publicationType: 'novel' });
await addStory(ida, { slug: 'indie-1', title: 'Rain, Sort of', publicationType: 'indie', genre: 'drama' });
await addStory(ida, { slug: 'hidden', title: 'Rain Nobody Sees', published: false });
await addStory(
  ida,
  { slug: 'away', title: 'Rain Elsewhere' },
  { geofilter: { type: 'allow', countries: ['JP'] } },
);
for (let n = 1; n <= 30; n += 1)
  await addStory(otto, { slug: `lamp-${n}`, title: `Lamp ${n}`, viewsCount: 100 - n });
await runSweeps(deps, 'browse.count_kinds');

const visitor = visitPlainly(site.app);
const cards = ({ document }: Plain) => [
  ...document().querySelectorAll<HTMLElement>('main li a[href*="/stories/"], main li a[href*="/profile/"]'),
];
const shown = (visit: Plain) => cards(visit).map((link) => link.getAttribute('href'));
const tabs = (name = 'Kind') => visitor.all('link', undefined, visitor.get('navigation', name));
const tabAt = (index: number, name?: string) => tabs(name)[index] as HTMLElement;

await t.test('HDR-03 SRC-01 the header of every page has a search, empty at first', async (t) => {
  const reader = visitPlainly(site.app, { as: await site.signUp('Mira') });
  for (const path of ['/', '/de', '/notifications', '/creator/stories', '/de/settings', '/wallet']) {
    t.equal(await reader.goto(path), 200, path);
    const field = reader.document().querySelector<HTMLInputElement>('header search [name=q]');
    t.equal(field?.value, '', path);
  }
});

await t.test(
  'SRC-13 SRC-60 the form leads to any phrase, in its language, and around without one',
  async (t) => {
    for (const [url, to] of [
      ['/search?q=lamp', '/search/lamp'],
      ['/de/search?q=%20a%2Fb%20&resource=novel', '/de/search/a%2Fb?resource=novel'],
      ['/search?q=..', '/search/..%20'],
      ['/search?q=x&resource=evil', '/search/x'],
      ['/search?q=%00&q=b', '/'],
      ['/de/search?q=+', '/de'],
      ['/search', '/'],
      ['/search?q=%2F%2Fevil.example', '/search/%2F%2Fevil.example'],
    ] as const) {
      const reply = await site.app.inject({ url });
      t.equal(reply.statusCode, 302, url);
      t.equal(reply.headers.location, to, url);
    }
    await visitor.goto('/');
    const field = visitor.document().querySelector<HTMLInputElement>('header search [name=q]');
    if (field) field.value = 'lamp oil';
    await visitor.press(field?.form?.querySelector('button[type=submit]') as HTMLElement);
    t.equal(visitor.at(), '/search/lamp%20oil', 'as Enter does without a script');
  },
);

await t.test('SRC-34 a type of search that nobody knows looks for creators', async (t) => {
  t.equal(await visitor.goto('/search/the?resource=xyz'), 200);
  t.match(tabs().find((each) => each.getAttribute('aria-current') === 'page')?.textContent, /Creators/);
});

await t.test('SRC-22 SRC-23 SRC-24 SRC-56 SRC-59 a visitor sees the comics of a phrase first', async (t) => {
  t.equal(await visitor.goto('/search/rain'), 200);
  t.equal(unmarked(visitor.text(visitor.document().querySelector('h1') as Element)), '“rain”');
  t.same(shown(visitor).toSorted(), ['/stories/rain-1', '/stories/rain-2']);
  t.equal(await visitor.goto('/search/rain?resource=comics'), 200);
  t.equal(shown(visitor).length, 2);
  t.equal(visitor.document().querySelector('meta[name=robots]')?.getAttribute('content'), 'noindex');
  await visitor.press(cards(visitor).find((card) => /Rain at Noon/.test(card.textContent)) as HTMLElement);
  t.equal(visitor.at(), '/stories/rain-1');
});

await t.test(
  'SRC-25 SRC-26 SRC-27 SRC-57 each tab has its count, and keeps phrase and filters',
  async (t) => {
    for (const [prefix, kind, names] of [
      ['', 'Kind', ['Comics 2', 'Novels 1', 'Indie 1', 'Creators 2']],
      ['/de', 'Art', ['Comics 2', 'Romane 1', 'Indie 1', 'Kreative 2']],
    ] as const) {
      await visitor.goto(`${prefix}/search/rain`);
      t.same(tabs(kind).map(wordsOf), names);
      for (const [at, resource, path] of [
        [1, 'novel', '/stories/novel-1'],
        [2, 'indie', '/stories/indie-1'],
      ] as const) {
        await visitor.press(tabAt(at, kind));
        t.equal(visitor.at(), `${prefix}/search/rain?resource=${resource}`);
        t.same(shown(visitor), [`${prefix}${path}`]);
        t.equal(tabAt(at, kind).getAttribute('aria-current'), 'page');
      }
      await visitor.press(tabAt(3, kind));
      t.same(shown(visitor).toSorted(), [`${prefix}/profile/ida`, `${prefix}/profile/sam`]);
      await visitor.goto(`${prefix}/search/rain?genre=drama`);
      await visitor.press(tabAt(2, kind));
      t.equal(visitor.at(), `${prefix}/search/rain?resource=indie&genre=drama`);
      t.same(shown(visitor), [`${prefix}/stories/indie-1`]);
    }
  },
);

await t.test(
  'SRC-53 SRC-55 SRC-59 creators: founder mark, default face, and the way to the profile',
  async (t) => {
    await visitor.goto('/search/rain?resource=creators');
    const row = (name: string) =>
      visitor.all('listitem').find((each) => each.textContent.includes(name)) as HTMLElement;
    t.match(wordsOf(row('Ida Rainer')), /Founder/);
    t.notMatch(wordsOf(row('Sam Rainfield')), /Founder/);
    t.match(wordsOf(row('Ida Rainer')), /\bida\.example\b/);
    t.equal(row('Sam Rainfield').querySelector('img'), null);
    t.ok(row('Sam Rainfield').querySelector('svg'), 'the default avatar');
    t.same(visitor.all('combobox', 'Genre'), [], 'genres are of stories');
    await visitor.press(row('Ida Rainer').querySelector('a') as HTMLElement);
    t.equal(visitor.at(), '/profile/ida');
  },
);

await t.test('SRC-44 SRC-47 SRC-48 free and premium, and the default cover', async (t) => {
  for (const [prefix, free] of [
    ['', 'Free'],
    ['/de', 'Gratis'],
  ] as const) {
    await visitor.goto(`${prefix}/search/rain`);
    const card = (title: string) =>
      cards(visitor).find((each) => each.textContent.includes(title)) as HTMLElement;
    t.match(card('Rain at Noon').textContent, /Premium · Ida Rainer/);
    t.match(card('Rainy Days').textContent, `${free} · Sam Rainfield`);
    t.notMatch(card('Rain at Noon').textContent, `${free} `);
    t.equal(card('Rainy Days').querySelector('img'), null);
    t.ok(card('Rainy Days').querySelector('svg'), 'the brush stroke');
  }
});

await t.test('SRC-29 SRC-30 genre and language narrow it down', async (t) => {
  await visitor.goto('/search/rain?resource=comics');
  visitor.fill('Genre', 'crime');
  await visitor.press('Show');
  t.match(visitor.at(), /^\/search\/rain\?.*genre=crime/);
  t.same(shown(visitor).toSorted(), ['/stories/rain-1', '/stories/rain-2']);
  const german = [...visitor.field('Language').querySelectorAll('option')].find(
    ({ textContent }) => textContent === 'German',
  );
  visitor.fill('Language', german?.value ?? '');
  await visitor.press('Show');
  t.match(visitor.at(), /language=de/);
  t.same(shown(visitor), ['/stories/rain-2']);
  await visitor.press('Reset');
  t.equal(visitor.at(), '/search/rain?resource=comics');
  t.equal(shown(visitor).length, 2);
});

await t.test('SRC-28 24 stand on a page', async (t) => {
  await visitor.goto('/search/lamp');
  t.equal(shown(visitor).length, 24);
  t.match(visitor.text(), /Page 1 of 2/);
  await visitor.press('Next page');
  t.match(visitor.at(), /page=2$/);
  t.equal(shown(visitor).length, 6);
  await visitor.goto('/search/lamp?page=3');
  t.equal(visitor.at(), '/search/lamp?page=2', 'beyond the end is the last page');
  t.equal(await visitor.goto('/search/lamp?page=0'), 200, 'what is no number of a page is not there');
});

await t.test('SRC-58 ERR-40 without a story it says so, and where there is something', async (t) => {
  for (const [prefix, none, way] of [
    ['', 'No stories found', 'Show results under Creators'],
    ['/de', 'Keine Geschichten gefunden', 'Treffer unter Kreative zeigen'],
  ] as const) {
    t.equal(await visitor.goto(`${prefix}/search/rainfield?resource=indie`), 200);
    t.ok(visitor.get('heading', none));
    t.equal(await visitor.goto(`${prefix}/search/zeppelin`), 200);
    t.ok(visitor.get('heading', none));
    t.same(visitor.all('link', way), []);
    await visitor.goto(`${prefix}/search/rainfield?resource=indie&genre=horror`);
    await visitor.press(way);
    t.match(visitor.at(), /resource=creators/);
    t.same(shown(visitor), [`${prefix}/profile/sam`]);
  }
});

await t.test('SRC-60 any phrase stands in the path, comes back on the page, and is text', async (t) => {
  const heading = () => unmarked(visitor.document().querySelector('h1')?.textContent ?? '');
  for (const phrase of [...ODD, ...RUNNING, 'x'.repeat(61), '😀'.repeat(61)]) {
    t.equal(await visitor.goto(address('/search/@phrase', { phrase })), 200, phrase);
    const said = [...phrase].slice(0, 60).join('');
    t.equal(heading(), `“${said}”`);
    t.match(unmarked(visitor.document().title), `Search: ${said}`);
    t.equal(visitor.document().querySelector('[onerror], [href^="javascript:"]'), null, phrase);
    t.notMatch(visitor.document().documentElement.outerHTML, '<script>alert', phrase);
    await visitor.press(tabAt(1));
    t.match(visitor.at(), /\?resource=novel$/);
    t.equal(heading(), `“${said}”`, 'also a tab further');
  }
  t.equal(await visitor.goto('/search/%20'), 200, 'no phrase at all leads to what there is');
  t.equal(visitor.at(), '/genres');
});

await t.test('SRC-22 every result page costs at most four queries', async (t) => {
  for (const url of [
    '/search/rain',
    '/search/rain?resource=creators',
    '/search/nothing-there?genre=crime',
    '/search/raim',
  ])
    t.ok((await countQueries(deps, () => site.pages.renderPublic({ url, country: 'DE' }))) <= 4, url);
});

await site.close();
