import t from 'tap';
import { type Plain, visitPlainly } from '../../support/plain.ts';
import { openShelf } from '../../support/shelf.ts';
import { startSite } from '../../support/site.ts';

const PAGES = 9;
const TURNED = { readMode: 'page_flip', pageOrientation: 'horizontal' } as const;

const site = await startSite();
const { addAuthor, addEpisode, addStory } = openShelf(site.deps);
const author = await addAuthor('Mirko Haas');
const creator = await site.signUp('Mira');
const train = await addStory(author, { title: 'Night Train', slug: 'night-train', genre: 'mystery' });
const path = '/stories/night-train';
await addEpisode(train, 1, { ...TURNED, title: 'The platform' }, { pages: PAGES });
await addEpisode(train, 2, { ...TURNED, title: 'The tunnel' });
await addEpisode(train, 3, { ...TURNED, title: 'The other side' });

const elements = (visitor: Plain, selector: string): HTMLElement[] => [
  ...visitor.document().querySelectorAll<HTMLElement>(selector),
];
const element = (visitor: Plain, selector: string): HTMLElement => {
  const [first] = elements(visitor, selector);
  if (!first) throw new Error(`no ${selector} at ${visitor.at()}`);
  return first;
};
const hrefOf = (visitor: Plain, selector: string) => element(visitor, selector).getAttribute('href');

await t.test('ADS-01 a visitor comes from the landing page to the pages for nothing', async (t) => {
  for (const [language, prefix] of [
    ['en', ''],
    ['de', '/de'],
  ] as const) {
    const visitor = visitPlainly(site.app);
    t.equal(await visitor.goto(prefix || '/'), 200);
    t.equal(visitor.document().documentElement.lang, language);
    await visitor.press(element(visitor, `main a[href="${prefix}${path}"]`));
    t.match(element(visitor, 'h1').textContent, 'Night Train');
    t.equal(elements(visitor, `#episodes a[href^="${prefix}${path}/"]`).length, 3);
    await visitor.press(element(visitor, `main a[href="${prefix}${path}/1"]`));
    t.equal(visitor.at(), `${prefix}${path}/1`);
    t.equal(elements(visitor, '[data-item] img').length, PAGES);
    await visitor.press(element(visitor, '#end a[rel=next]'));
    t.equal(visitor.at(), `${prefix}${path}/2`);
    await visitor.press(element(visitor, '#end a[rel=prev]'));
    t.equal(visitor.at(), `${prefix}${path}/1`);
    t.same(elements(visitor, '#end a[rel=prev]'), [], 'nothing is before the first');
    await visitor.press(element(visitor, 'header a'));
    t.match(visitor.at(), `${prefix}${path}`);
  }
});

await t.test('each page is offered as AVIF, then as WebP, then as JPEG, with its size', async (t) => {
  const visitor = visitPlainly(site.app);
  await visitor.goto(`${path}/1`);
  for (const picture of elements(visitor, '[data-item] picture')) {
    const types = [...picture.querySelectorAll('source')].map((source) => source.getAttribute('type'));
    t.same([...new Set(types)], ['image/avif', 'image/webp']);
    const image = picture.querySelector('img');
    t.match(image?.getAttribute('src'), /\.jpg$/);
    t.ok(Number(image?.getAttribute('width')) > 0 && Number(image?.getAttribute('height')) > 0);
  }
});

await t.test(
  'ADS-02, ADS-03, ADS-05 slots stand after the 4th and the 8th page, named in both languages',
  async (t) => {
    const visitor = visitPlainly(site.app);
    for (const [prefix, label] of [
      ['', 'Advertisement'],
      ['/de', 'Anzeige'],
    ] as const) {
      await visitor.goto(`${prefix}${path}/1`);
      const slots = elements(visitor, '[data-slot]');
      t.same(
        slots.map((slot) => [slot.dataset.slot, slot.getAttribute('aria-label')]),
        [
          ['4', label],
          ['8', label],
        ],
      );
      t.equal(slots[0]?.querySelector('a[href^="#p"]')?.getAttribute('href'), '#p5', 'one link passes it');
    }
    await visitor.goto(`${path}/2`);
    t.same(elements(visitor, '[data-slot]'), []);
  },
);

await t.test('RDR-08 before the first page stands the last one of the episode before', async (t) => {
  const visitor = visitPlainly(site.app);
  await visitor.goto(`${path}/2`);
  t.equal(hrefOf(visitor, '[data-reader-bar] [data-turn="-1"]'), `${path}/1#p${PAGES}`);
  await visitor.goto(`${path}/1`);
  t.same(elements(visitor, '[data-reader-bar] a[rel=prev]'), []);
});

await t.test('HDR-20 HDR-21, I18-04 I18-05 I18-06 the language links keep the page', async (t) => {
  const visitor = visitPlainly(site.app);
  for (const [english, german] of [
    ['/', '/de'],
    [path, `/de${path}`],
    [`${path}/2`, `/de${path}/2`],
    ['/sign_in', '/de/sign_in'],
    [`${path}?order=newest`, `/de${path}?order=newest`],
  ] as const) {
    await visitor.goto(english);
    await visitor.press(element(visitor, 'header details a[hreflang=de]'));
    t.equal(visitor.at(), german);
    t.equal(visitor.document().documentElement.lang, 'de');
    const chosen = elements(visitor, 'header details a[hreflang][aria-current=true]');
    t.same(
      chosen.map(({ hreflang }: HTMLElement & { hreflang?: string }) => hreflang),
      ['de'],
    );
    await visitor.press(element(visitor, 'header details a[hreflang=en]'));
    t.equal(visitor.at(), english);
    t.equal(visitor.document().documentElement.lang, 'en');
  }
});

await t.test(
  'RDR-12 RDR-13 RDR-14 RDR-15 RDR-16 an episode opens as its story and itself are set',
  async (t) => {
    const manga = await addStory(author, { format: 'page_rtl', slug: 'manga' });
    await addEpisode(manga, 1, TURNED);
    await addEpisode(manga, 2, { readMode: 'page_flip', pageOrientation: 'vertical' });
    await addEpisode(manga, 3, { readMode: 'continuous', pageOrientation: 'horizontal' });
    await addEpisode(manga, 4, { readMode: 'continuous', pageOrientation: 'vertical' });
    const strip = await addStory(author, { format: 'strip', slug: 'strip' });
    await addEpisode(strip, 1);
    const visitor = visitPlainly(site.app);
    for (const [address, direction, way] of [
      [`${path}/1`, 'ltr', 'pages'],
      ['/stories/manga/1', 'rtl', 'pages'],
      ['/stories/manga/2', 'rtl_down', 'pages'],
      ['/stories/manga/3', 'rtl_along', 'pages'],
      ['/stories/manga/4', 'down', 'scroll'],
      ['/stories/strip/1', 'strip', 'scroll'],
    ] as const) {
      await visitor.goto(address);
      const { dataset } = visitor.document().documentElement;
      t.match({ ...dataset }, { direction, way }, address);
    }
  },
);

await t.test(
  'RDR-01 STP-08 EPI-24 the next release is told in UTC, and one that is kept quiet is not',
  async (t) => {
    const soon = await addStory(author, { slug: 'soon' });
    for (const number of [1, 2, 3]) await addEpisode(soon, number);
    const plan = {
      status: 'scheduled',
      publishedAt: null,
      publishAt: new Date('2027-01-31T23:30:00Z'),
    } as const;
    await addEpisode(soon, 4, { ...plan, isAnnounced: true, title: 'Kept quiet' });
    const visitor = visitPlainly(site.app);
    for (const [address, told] of [
      ['/stories/soon', 'Episode 4: Sun 01/31/2027 23:30 UTC'],
      [
        '/stories/soon/3',
        'You have read everything there is so far. Episode 4 comes out on Sun 01/31/2027 23:30 UTC.',
      ],
      ['/de/stories/soon/1', 'Folge 2 ist schon da. Folge 4 erscheint am So 01/31/2027 23:30 UTC.'],
    ] as const) {
      await visitor.goto(address);
      const main = element(visitor, 'main');
      t.match(visitor.text(main), told, address);
      t.equal(main.querySelectorAll('time[datetime="2027-01-31T23:30Z"]').length, 1);
      t.notMatch(visitor.text(main), 'Kept quiet');
    }
  },
);

await t.test(
  'RDR-02 RDN-01 the list shows the hundred of the episode, and leads to the others',
  async (t) => {
    const long = await addStory(author, { slug: 'long-way' });
    for (const number of [1, 99, 100, 101, 102, 205]) await addEpisode(long, number);
    const publishAt = new Date(site.deps.clock.now().getTime() + 86_400_000);
    await addEpisode(long, 206, { status: 'scheduled', publishAt, isAnnounced: true, publishedAt: null });
    const visitor = visitPlainly(site.app);
    await visitor.goto('/stories/long-way/101');
    await visitor.press(element(visitor, '[data-tool=episodes]'));
    const list = () => element(visitor, '[data-panel=episodes] [data-marks]');
    const numbers = () =>
      [...list().querySelectorAll<HTMLElement>('[data-episode]')].map((row) => row.dataset.episode);
    const hundreds = () => visitor.get('navigation', 'Episodes by hundreds', list());
    t.same(numbers(), ['101', '102']);
    t.match(visitor.text(list().querySelector('[data-episode="101"]') as Element), 'Here');
    t.same(
      visitor.all('link', undefined, hundreds()).map((link) => visitor.text(link)),
      ['1–100', '101–102', '205'],
    );
    await visitor.press(visitor.get('link', /1–100/, hundreds()));
    t.equal(visitor.text(hundreds().querySelector('[aria-current]') as Element), '1–100');
    t.same(numbers(), ['1', '99', '100']);
    t.notMatch(visitor.text(list()), 'Episode 206:', 'RDR-01 the next release is told behind the last one');
    await visitor.press(visitor.get('link', /205/, hundreds()));
    t.match(visitor.text(list()), /Episode 206: .* UTC/);
    await visitor.press(visitor.get('link', /101–102/, hundreds()));
    t.same(numbers(), ['101', '102']);
  },
);

await t.test('ERR-05 a draft is shown in every way of reading, to its team alone', async (t) => {
  const draft = await addStory(creator.id, { slug: 'draft' });
  const { id } = await addEpisode(
    draft,
    1,
    { ...TURNED, status: 'in_progress', publishedAt: null, firstPublishedAt: null },
    { pages: 4 },
  );
  const own = visitPlainly(site.app, { as: creator });
  const preview = `/creator/stories/${draft.id}/episodes/${id}/preview`;
  for (const [prefix, rightToLeft] of [
    ['', /Right to left/],
    ['/de', /Von rechts nach links/],
  ] as const) {
    t.equal(await own.goto(prefix + preview), 200);
    await own.press(rightToLeft);
    t.equal(own.document().documentElement.dataset.direction, 'rtl');
    t.equal(own.get('link', rightToLeft).getAttribute('aria-current'), 'true');
    t.equal(elements(own, '[data-item] img').length, 4);
  }
  for (const way of ['direction=ltr', 'direction=down', 'direction=strip', 'direction=none&mode=']) {
    t.equal(await own.goto(`${preview}?${way}`), 200, way);
    t.equal(elements(own, '[data-item] img').length, 4);
  }
  const other = visitPlainly(site.app, { as: await site.signUp('Somebody') });
  await other.goto(preview);
  t.match(other.at(), /^\/creator\/stories(?:\?error_notice=.*)?$/);
});

await t.test('a visitor’s pages bring their styles in themselves, and no cookie', async (t) => {
  const visitor = visitPlainly(site.app);
  for (const address of ['/', path, `${path}/1`, '/de', '/']) {
    await visitor.goto(address);
    t.equal(elements(visitor, 'style[data-sheet]').length, 1, address);
    t.same(elements(visitor, 'link[rel=stylesheet]'), [], address);
  }
  t.equal(visitor.cookies.size, 0);
});

await site.close();
