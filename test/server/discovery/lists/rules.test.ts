import t from 'tap';
import {
  type Count,
  countOf,
  extentOf,
  oftenWith,
  typesOf,
  valuesOf,
} from '#server/domains/discovery/lists/rules.ts';
import { tagKey, tagKeysOf } from '#server/domains/publishing/stories/rules.ts';

t.test('a tag has one key, however it is written', async (t) => {
  for (const [tag, key] of [
    ['Small Town', 'small-town'],
    ['small-town', 'small-town'],
    ['  SMALL   town ', 'small-town'],
    ['Ärger', 'ärger'],
    ['A\u0308rger', 'ärger'],
    ['ﬁre', 'fire'],
    ['日本 の 冬', '日本-の-冬'],
    ['🐻', '🐻'],
    ['c++', 'c++'],
    ['a/b?c#d%e', 'a-b-c-d-e'],
    ['..', ''],
    ['../../etc/passwd', 'etc-passwd'],
    ['\u200b', ''],
    ['<script>', '<script>'],
  ] as const) {
    t.equal(tagKey(tag), key, JSON.stringify(tag));
    t.equal(tagKey(key), key, 'and its key is its own');
  }
  t.same(tagKeysOf(['Rain', 'rain!', '...', 'Winter']), ['rain', 'winter']);
});

const counts: Count[] = [
  { genre: 'crime', language: 'en', publicationType: 'comics', count: 5 },
  { genre: 'crime', language: 'de', publicationType: 'comics', count: 2 },
  { genre: 'crime', language: 'de', publicationType: 'novel', count: 3 },
];

t.test('counts are added up for what is chosen', async (t) => {
  t.equal(countOf(counts), 10);
  t.equal(countOf(counts, { language: 'de' }), 5);
  t.equal(countOf(counts, { language: 'de', type: 'indie' }), 0);
  t.same(typesOf(counts, { language: 'de', type: 'novel' }), [
    { type: 'comics', count: 2 },
    { type: 'novel', count: 3 },
    { type: 'indie', count: 0 },
  ]);
  t.same(valuesOf(counts, 'language'), [
    { value: 'de', count: 5 },
    { value: 'en', count: 5 },
  ]);
});

t.test('the list knows better than the counts where it ends, and ends at 40 pages', async (t) => {
  for (const [extent, total, pages] of [
    [{ page: 1, shown: 3, hasMore: false, counted: 0 }, 3, 1],
    [{ page: 1, shown: 3, hasMore: false, counted: 90 }, 3, 1],
    [{ page: 1, shown: 24, hasMore: true, counted: 0 }, 25, 2],
    [{ page: 1, shown: 24, hasMore: true, counted: 90 }, 90, 4],
    [{ page: 2, shown: 10, hasMore: false, counted: 90 }, 34, 2],
    [{ page: 40, shown: 24, hasMore: true, counted: 5000 }, 5000, 40],
    [{ page: 1, shown: 0, hasMore: false, counted: 0 }, 0, 1],
  ] as const)
    t.same(extentOf(extent), { total, pages }, JSON.stringify(extent));
});

t.test('tags of several stories are named, the most frequent first', async (t) => {
  const stories = [
    { tags: ['Rain', 'winter', '...'] },
    { tags: ['rain', 'Sea', 'winter'] },
    { tags: ['RAIN'] },
  ];
  const often = oftenWith(stories, { keyOf: tagKey, except: undefined, most: 5 });
  t.same(often, [
    { key: 'rain', tag: 'Rain' },
    { key: 'winter', tag: 'winter' },
  ]);
  t.same(oftenWith(stories, { keyOf: tagKey, except: 'rain', most: 5 }), [{ key: 'winter', tag: 'winter' }]);
  t.same(oftenWith(stories, { keyOf: tagKey, except: undefined, most: 1 }), [{ key: 'rain', tag: 'Rain' }]);
});
