import t from 'tap';
import {
  type Access,
  ANYONE,
  decideAccess,
  decideStoryAccess,
  type ReaderFacts,
  type ReadingRow,
  readingFacts,
} from '#server/domains/coins/unlock/rules.ts';

const CUSTOM = { type: 'custom', freeCount: 0, priceCoins: 0, freeAfterDays: null } as const;
const NOW = new Date('2026-11-01T12:00:00Z');
const GONE = new Date('2026-11-01T00:00:00Z');
const row: ReadingRow = {
  episode: {
    status: 'published',
    deletedAt: null,
    keptVersion: null,
    publishedRank: 3,
    customPriceCoins: 7,
    firstPublishedAt: new Date('2026-10-01T12:00:00Z'),
  },
  story: { deletedAt: null },
  pricing: null,
  geofilter: null,
};
const episode = (facts: Partial<ReadingRow['episode']>): ReadingRow => ({
  ...row,
  episode: { ...row.episode, ...facts },
});
const kept = (facts: Partial<ReadingRow['episode']> = {}): ReadingRow => {
  const keptVersion = {
    title: '',
    readMode: 'page_flip',
    pageOrientation: 'vertical',
    isVertical: false,
  } as const;
  return episode({ status: 'in_progress', keptVersion, ...facts });
};
const priced: ReadingRow = { ...row, pricing: CUSTOM };
const waits = (freeAfterDays: number, facts: Partial<ReadingRow['episode']> = {}): ReadingRow => ({
  ...priced,
  episode: { ...row.episode, ...facts },
  pricing: { ...CUSTOM, freeAfterDays },
});
const onlyJapan: ReadingRow = { ...row, geofilter: { type: 'allow', countries: ['JP'] } };
const notJapan: ReadingRow = { ...row, geofilter: { type: 'deny', countries: ['JP'] } };
const team = { isTeam: true };

t.test('PRI-28 PRI-29 GEO-08 who may read an episode', async (t) => {
  const table: [string, ReadingRow, Partial<ReaderFacts>, Access][] = [
    ['free and published', row, {}, 'readable'],
    ['with a price', priced, {}, 'locked'],
    ['with a price, unlocked', priced, { hasUnlocked: true }, 'readable'],
    ['with a price, for its team', priced, team, 'readable'],
    ['priced at 0', { ...priced, episode: { ...row.episode, customPriceCoins: 0 } }, {}, 'readable'],
    ['with a price that ends now', waits(31), {}, 'readable'],
    ['with a price that ends tomorrow', waits(32), {}, 'locked'],
    ['with a price that ends, but never published', waits(1, { firstPublishedAt: null }), {}, 'locked'],
    ['withdrawn, though its price has ended', waits(1, { status: 'in_progress' }), {}, 'hidden'],
    ['a draft', episode({ status: 'in_progress' }), {}, 'hidden'],
    ['a draft, for its team', episode({ status: 'in_progress' }), team, 'readable'],
    ['a draft that was unlocked once', episode({ status: 'in_progress' }), { hasUnlocked: true }, 'hidden'],
    ['unpublished and kept, for who paid', kept(), { hasUnlocked: true }, 'readable'],
    ['unpublished and kept, for others', kept(), {}, 'hidden'],
    ['planned again and kept', kept({ status: 'scheduled' }), { hasUnlocked: true }, 'readable'],
    ['kept and blocked', kept({ status: 'blocked' }), { hasUnlocked: true }, 'hidden'],
    ['kept and deleted', kept({ deletedAt: GONE }), { hasUnlocked: true }, 'hidden'],
    [
      'kept, of a deleted story',
      { ...kept(), story: { deletedAt: GONE } },
      { hasUnlocked: true },
      'readable',
    ],
    ['kept, of a deleted story, for others', { ...kept(), story: { deletedAt: GONE } }, {}, 'hidden'],
    [
      'kept, not allowed here',
      { ...kept(), geofilter: onlyJapan.geofilter },
      { country: 'DE', hasUnlocked: true },
      'unavailable',
    ],
    ['scheduled', episode({ status: 'scheduled' }), {}, 'hidden'],
    ['blocked', episode({ status: 'blocked' }), { hasUnlocked: true }, 'hidden'],
    ['deleted', episode({ deletedAt: GONE }), team, 'hidden'],
    ['deleted, for a reader', episode({ deletedAt: GONE }), {}, 'hidden'],
    ['of a deleted story', { ...row, story: { deletedAt: GONE } }, team, 'hidden'],
    ['allowed in this country', onlyJapan, { country: 'JP' }, 'readable'],
    ['not allowed in this country', onlyJapan, { country: 'DE' }, 'unavailable'],
    ['not allowed where the country is unknown', onlyJapan, {}, 'unavailable'],
    ['not allowed here, though unlocked', onlyJapan, { country: 'DE', hasUnlocked: true }, 'unavailable'],
    ['not allowed here, for its team', onlyJapan, { country: 'DE', ...team }, 'readable'],
    ['denied in this country', notJapan, { country: 'JP' }, 'unavailable'],
    ['not denied where the country is unknown', notJapan, {}, 'readable'],
  ];
  for (const [name, facts, reader, expected] of table) {
    t.equal(decideAccess(readingFacts(facts, NOW), { ...ANYONE, ...reader }), expected, name);
  }
});

t.test('PRI-13 the price in force goes into the facts', async (t) => {
  t.equal(readingFacts(row, NOW).priceCoins, 0, 'without a strategy');
  t.equal(readingFacts(priced, NOW).priceCoins, 7);
  const firstFree = (freeCount: number): ReadingRow => ({
    ...row,
    pricing: { type: 'first_free', freeCount, priceCoins: 5, freeAfterDays: null },
  });
  t.equal(readingFacts(firstFree(3), NOW).priceCoins, 0, 'the third of three free ones');
  t.equal(readingFacts(firstFree(2), NOW).priceCoins, 5);
});

t.test('STP-10 who may see a story', async (t) => {
  const open = { published: true, deleted: false, geofilter: null };
  const german = { type: 'allow', countries: ['DE'] } as const;
  const anyone = { country: null, isTeam: false };
  t.equal(decideStoryAccess(open, anyone), 'readable');
  t.equal(decideStoryAccess({ ...open, published: false }, anyone), 'hidden');
  t.equal(decideStoryAccess({ ...open, published: false }, { ...anyone, isTeam: true }), 'readable');
  t.equal(decideStoryAccess({ ...open, deleted: true }, { ...anyone, isTeam: true }), 'hidden');
  t.equal(decideStoryAccess({ ...open, geofilter: german }, anyone), 'unavailable');
  t.equal(decideStoryAccess({ ...open, geofilter: german }, { ...anyone, country: 'DE' }), 'readable');
  t.equal(decideStoryAccess({ ...open, published: false, geofilter: german }, anyone), 'hidden');
});
