import t from 'tap';
import type { Consent } from '#server/domains/accounts/consent/rules.ts';
import {
  adState,
  adsChangeAt,
  fitsPlace,
  fitsRating,
  isAdLink,
  offersOf,
  storySlugIn,
} from '#server/domains/income/house-ads/rules.ts';
import {
  adSource,
  exchangeOf,
  fitsReader,
  isSlot,
  type Offer,
  pickOf,
  type SlotFacts,
  showsSlots,
  slotsOf,
  VISITOR,
} from '#server/domains/income/interstitials/rules.ts';
import { RATINGS } from '#server/domains/publishing/stories/rules.ts';

t.test('ADS-03 an advertisement stands after the 4th, 8th, 12th item and so on', async (t) => {
  const table: [items: number, slots: number[]][] = [
    [0, []],
    [1, []],
    [3, []],
    [4, []],
    [5, [4]],
    [8, [4]],
    [9, [4, 8]],
    [12, [4, 8]],
    [13, [4, 8, 12]],
    [22, [4, 8, 12, 16, 20]],
  ];
  for (const [items, slots] of table) t.same(slotsOf(items), slots, `${items} items`);
});

t.test('ADS-04 no advertisement stands after any other item', async (t) => {
  for (const item of [-4, 0, 1, 2, 3, 4.5, 5, 6, 7, 9, 10, 11, Number.NaN])
    t.notOk(isSlot(item, 100), `after ${item} of 100`);
  for (const item of [4, 8, 12, 96]) t.ok(isSlot(item, 100), `after ${item} of 100`);
});

t.test('ADS-05 none stands after the last item, where the next episode is offered', async (t) => {
  t.notOk(isSlot(100, 100));
  t.notOk(isSlot(104, 100));
  t.ok(isSlot(100, 101));
});

t.test('ADS-01 only what is free carries advertisements, and not for those who made it', async (t) => {
  const free: SlotFacts = { priceCoins: 0, hasUnlocked: false, isTeam: false, isPreview: false };
  const table: [string, Partial<SlotFacts>, boolean][] = [
    ['a free episode', {}, true],
    ['a premium one', { priceCoins: 5 }, false],
    ['a premium one that was unlocked', { priceCoins: 5, hasUnlocked: true }, false],
    ['one that was unlocked and is free by now', { hasUnlocked: true }, false],
    ['one of the own team, or seen by an administrator', { isTeam: true }, false],
    ['a preview', { isPreview: true }, false],
  ];
  for (const [what, facts, wanted] of table) t.equal(showsSlots({ ...free, ...facts }), wanted, what);
});

t.test('ADS-05 other firms come in only where the reader has allowed it', async (t) => {
  const url = 'https://ads.example/slot';
  const day = '2026-11-23';
  const table: [consent: Consent | null, url: string | undefined, source: string][] = [
    [{ day, purposes: ['adverts'] }, url, 'frame'],
    [{ day, purposes: ['adverts'] }, undefined, 'house'],
    [{ day, purposes: [] }, url, 'house'],
    [null, url, 'house'],
    [null, undefined, 'house'],
  ];
  for (const [consent, frame, source] of table)
    t.equal(adSource(consent, frame), source, `${JSON.stringify(consent)} ${frame}`);
});

const offer = (id: string, facts: Partial<Offer> = {}): Offer => ({
  id,
  weight: 10,
  target: 'all',
  subscriptionsBelow: null,
  dailyMaxCount: null,
  endsOn: null,
  storyId: null,
  ...facts,
});

t.test('ADS-02 our own stand as often as they weigh, the same for all readers', async (t) => {
  const ads = [offer('a', { weight: 60 }), offer('b', { weight: 30 }), offer('c', { weight: 10 })];
  const counts = { a: 0, b: 0, c: 0 };
  for (let episode = 0; episode < 500; episode += 1) {
    for (const slot of [4, 8, 12, 16]) {
      const picked = pickOf(ads, slot, `episode ${episode}`);
      t.equal(picked, pickOf(ads, slot, `episode ${episode}`));
      counts[(picked?.id ?? 'a') as 'a'] += 1;
    }
  }
  for (const { id, weight } of ads) {
    const share = counts[id as 'a'] / 2000;
    t.ok(Math.abs(share - weight / 100) < 0.05, `${id} is ${share} of all`);
  }
  t.equal(pickOf([], 4, 'an episode'), undefined);
});

t.test('ADS-02 whom one is meant for', async (t) => {
  const few = { target: 'few_subscriptions' as const, subscriptionsBelow: 3 };
  const table: [
    Pick<Offer, 'target' | 'subscriptionsBelow'>,
    publishes: boolean,
    count: number,
    fits: boolean,
  ][] = [
    [{ target: 'all', subscriptionsBelow: null }, true, 9, true],
    [{ target: 'unpublished', subscriptionsBelow: null }, false, 9, true],
    [{ target: 'unpublished', subscriptionsBelow: null }, true, 0, false],
    [few, true, 2, true],
    [few, false, 3, false],
  ];
  for (const [ad, publishes, subscriptionsCount, fits] of table)
    t.equal(
      fitsReader(ad, { publishes, subscriptionsCount, hasApp: false }),
      fits,
      `${ad.target} ${subscriptionsCount}`,
    );
  t.ok(fitsReader(few, VISITOR) && fitsReader({ target: 'unpublished', subscriptionsBelow: null }, VISITOR));
});

t.test(
  'ADS-02 one that does not fit, has ended or was shown often enough gives its place away',
  async (t) => {
    const where = { slot: 4, episodeId: 'e', today: '2026-11-25' };
    const place = { ...where, reader: VISITOR, shownCount: () => 2, isUnwanted: () => false };
    const other = offer('other');
    const table: [Partial<Offer>, stays: boolean][] = [
      [{}, true],
      [{ endsOn: '2026-11-25' }, true],
      [{ endsOn: '2026-11-24' }, false],
      [{ dailyMaxCount: 3 }, true],
      [{ dailyMaxCount: 2 }, false],
    ];
    for (const [facts, stays] of table) {
      const shared = offer('shared', facts);
      t.equal(exchangeOf(shared, [shared, other], place), stays ? shared : other, JSON.stringify(facts));
    }
    const shared = offer('shared', { target: 'unpublished' });
    const reader = { publishes: true, subscriptionsCount: 0, hasApp: false };
    t.equal(exchangeOf(shared, [shared, other], { ...place, reader }), other);
    t.equal(exchangeOf(shared, [shared], { ...place, reader }), shared, 'a slot is never empty');
  },
);

t.test('ADS-02 a story that a reader does not want again gives its place away, even to nobody', async (t) => {
  const where = { slot: 4, episodeId: 'e', today: '2026-11-25' };
  const place = {
    ...where,
    reader: VISITOR,
    shownCount: () => 0,
    isUnwanted: (id: string) => id === 'moths',
  };
  const [moths, other] = [offer('a', { storyId: 'moths' }), offer('b', { storyId: 'sea' })];
  t.equal(exchangeOf(moths, [moths, other], place), other);
  t.equal(exchangeOf(other, [moths, other], place), other);
  t.equal(exchangeOf(moths, [moths], place), undefined);
  const meant = offer('c', { target: 'unpublished' });
  const reader = { publishes: true, subscriptionsCount: 0, hasApp: false };
  t.equal(
    exchangeOf(moths, [moths, meant], { ...place, reader }),
    meant,
    'better one that is meant for others',
  );
});

t.test('ADS-02 whoever has the app is not asked to get it', async (t) => {
  const ad = { target: 'without_app' as const, subscriptionsBelow: null };
  t.equal(fitsReader(ad, VISITOR), true);
  t.equal(fitsReader(ad, { ...VISITOR, hasApp: true }), false);
});

t.test('ADS-02 nobody is led from a story to one for older readers, nor to the one in hand', async (t) => {
  for (const [at, place] of RATINGS.entries())
    for (const [other, rating] of RATINGS.entries()) t.equal(fitsRating(rating, place), other <= at);
  const texts = { en: { title: 'The Moth Queen', text: 'Lamplight' } };
  const ad = { texts, target: 'all' as const, genres: [], storyId: 'moths' };
  const place = { locale: 'en' as const, genre: 'crime', isNovel: false };
  t.equal(fitsPlace(ad, { ...place, storyId: 'sea' }), true);
  t.equal(fitsPlace(ad, { ...place, storyId: 'moths' }), false);
  const slugs = [
    '/stories/ash-street',
    '/stories/ash-street/',
    '/stories/a/1',
    '/stories/',
    '/ranking',
    '/stories/a?b',
  ];
  t.same(slugs.map(storySlugIn), ['ash-street', 'ash-street', undefined, undefined, undefined, undefined]);
});

t.test('ADS-02 a page brings along what stands in its slots, and something for everybody', async (t) => {
  const many = Array.from({ length: 1000 }, (_, at) =>
    offer(String(at), { target: at === 999 ? 'all' : 'unpublished', weight: 1 + (at % 100) }),
  );
  const slots = slotsOf(41);
  const offers = offersOf(many, { slots, episodeId: 'e' });
  t.ok(offers.length >= 2 && offers.length <= 11, `${offers.length} of 1,000`);
  for (const slot of slots) t.ok(offers.includes(pickOf(many, slot, 'e') as Offer), `after ${slot}`);
  t.same(offersOf([], { slots, episodeId: 'e' }), []);
});

t.test(
  'ADS-02 an address is ours or begins with https://, and nothing that a browser could run',
  async (t) => {
    const good = [
      '/',
      '/ranking',
      '/stories/ash-street?a=b#c',
      'https://shop.example',
      'https://shop.example/a?b=c#d',
    ];
    const bad = [
      ...[
        '',
        'ranking',
        '//shop.example',
        '/\\shop.example',
        '\\\\shop.example',
        'http://shop.example',
        'https://',
      ],
      ...[
        'javascript:alert(1)',
        'JaVaScRiPt:alert(1)',
        'data:text/html,<script>',
        'vbscript:x',
        'https:shop.example',
      ],
      ...[
        'https://user:pass@shop.example',
        'https://localhost',
        '/a b',
        '/a\tb',
        '/a\nb',
        '/a\u202eb',
        '/\t/shop.example',
      ],
      ...[
        'https://shop.example/\u0000',
        `/${'a'.repeat(500)}`,
        'https://[',
        'https://shop.example/"onclick=',
      ],
    ];
    for (const link of good) t.equal(isAdLink(link), true, link);
    for (const link of bad) t.equal(isAdLink(link), false, JSON.stringify(link).slice(0, 60));
  },
);

t.test('ADS-02 a page ends with the first that begins or ends', async (t) => {
  const days = (startsOn: string | null, endsOn: string | null, paused = false) => ({
    startsOn,
    endsOn,
    paused,
  });
  const today = '2026-11-25';
  t.equal(adsChangeAt([days(null, null), days('2026-11-01', null)], today), undefined);
  const next = adsChangeAt(
    [days('2026-12-01', null), days(null, '2026-11-28'), days(null, '2026-12-09')],
    today,
  );
  t.equal(next?.toISOString(), '2026-11-29T00:00:00.000Z');
  t.equal(adsChangeAt([days(null, today)], today)?.toISOString(), '2026-11-26T00:00:00.000Z', 'its last day');
  t.same(
    [
      ...[days(null, today), days('2026-11-26', null), days(null, '2026-11-24'), days(today, null)],
      ...[days(null, null, true), days('2026-11-26', null, true), days(null, '2026-11-24', true)],
    ].map((ad) => adState(ad, today)),
    ['running', 'coming', 'ended', 'running', 'paused', 'paused', 'ended'],
  );
});
