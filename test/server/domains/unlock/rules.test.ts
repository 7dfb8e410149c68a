/** Who may read an episode, as a table of facts. */
import t from 'tap';
import {
  type Access,
  ANYONE,
  decideAccess,
  decideStoryAccess,
  type ReaderFacts,
  type ReadingRow,
  readingFacts,
} from '#server/domains/unlock/rules.ts';

const GONE = new Date('2026-11-01T00:00:00Z');
const row: ReadingRow = {
  episode: { status: 'published', deletedAt: null, publishedRank: 3, customPriceCoins: 7 },
  story: { deletedAt: null },
  pricing: null,
  geofilter: null,
};
const episode = (facts: Partial<ReadingRow['episode']>): ReadingRow => ({
  ...row,
  episode: { ...row.episode, ...facts },
});
const priced: ReadingRow = { ...row, pricing: { type: 'custom', freeCount: 0, priceCoins: 0 } };
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
    ['a draft', episode({ status: 'in_progress' }), {}, 'hidden'],
    ['a draft, for its team', episode({ status: 'in_progress' }), team, 'readable'],
    ['a draft that was unlocked once', episode({ status: 'in_progress' }), { hasUnlocked: true }, 'hidden'],
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
    t.equal(decideAccess(readingFacts(facts), { ...ANYONE, ...reader }), expected, name);
  }
});

t.test('PRI-13 the price in force goes into the facts', async (t) => {
  t.equal(readingFacts(row).priceCoins, 0, 'without a strategy');
  t.equal(readingFacts(priced).priceCoins, 7);
  const firstFree = (freeCount: number): ReadingRow => ({
    ...row,
    pricing: { type: 'first_free', freeCount, priceCoins: 5 },
  });
  t.equal(readingFacts(firstFree(3)).priceCoins, 0, 'the third of three free ones');
  t.equal(readingFacts(firstFree(2)).priceCoins, 5);
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
