import t from 'tap';
import { countriesInWords, matches } from '../../islands/publishing/countries/sentence.ts';
import { coinsOf, previewRows, readCoins } from '../../islands/publishing/prices/preview.ts';

const episodes = Array.from({ length: 12 }, (_, index) => ({
  id: `e${index + 1}`,
  number: index + 1,
  published_rank: index + 1,
  title: `Part ${index + 1}`,
  thumbnail_url: null,
  custom_price: 0,
  first_published_at: index < 11 ? '2026-10-01T00:00:00.000Z' : null,
}));
const typed = { type: 'all_free', freeCount: '6', freeAfterDays: '', price: '30', custom: {} };
const at = { most: 1000, now: new Date('2026-10-08T00:00:00Z') };
const shown = (change: Partial<typeof typed>) =>
  previewRows(episodes, { ...typed, ...change }, at).map(({ number, coins }) => [number, coins]);

t.test('only digits are a number; all else is sent as it stands, to be refused', async (t) => {
  t.same(['30', ' 0 ', '1000'].map(readCoins), [30, 0, 1000]);
  t.same(['1.000', '1,000', '1.5', '-1', '', 'ten', '1e3'].map(readCoins), Array(7).fill(null));
  t.same([coinsOf('12'), coinsOf('1.000'), coinsOf(' ')], [12, '1.000', '']);
});

t.test('PRI-11 the preview shows the newest episodes, or those around the last free one', async (t) => {
  t.same(
    shown({}),
    [12, 11, 10, 9, 8, 7].map((number) => [number, 0]),
  );
  t.same(shown({ type: 'all_premium' })[0], [12, 30]);
  t.same(shown({ type: 'first_free' }), [
    [9, 30],
    [8, 30],
    [7, 30],
    [6, 0],
    [5, 0],
    [4, 0],
  ]);
  t.same(shown({ type: 'first_free', freeCount: '200' })[0], [12, 0]);
  const drafted = episodes.map((episode, index) => ({
    ...episode,
    published_rank: index < 4 ? 1 : index - 3,
  }));
  t.same(
    previewRows(drafted, { ...typed, type: 'first_free', freeCount: '1' }, at).map(({ coins }) => coins),
    [30, 30, 30, 0, 0, 0],
    'drafts take nothing from the free ones',
  );
  t.same(shown({ type: 'custom', custom: { e12: '7', e11: 'x' } }).slice(0, 3), [
    [12, 7],
    [11, null],
    [10, null],
  ]);
  t.same(shown({ type: 'all_premium', price: '1001' })[0], [12, null], 'no price, nothing shown');
  t.same(previewRows([], { ...typed, type: 'first_free' }, at), []);
  t.same(shown({ type: 'all_premium', freeAfterDays: '7' }).slice(0, 2), [
    [12, 30],
    [11, 0],
  ]);
  t.same(shown({ type: 'all_premium', freeAfterDays: '8' })[1], [11, 30]);
  const waits = previewRows(episodes, { ...typed, type: 'all_premium', freeAfterDays: '8' }, at);
  t.same(
    waits.slice(0, 2).map(({ freeAt }) => freeAt),
    [null, '2026-10-09T00:00:00.000Z'],
    'when it is free; of one that never came out nobody knows',
  );
});

const options = [
  { code: 'AT', label: 'Österreich' },
  { code: 'DE', label: 'Deutschland' },
  { code: 'NL', label: 'Netherlands' },
];

t.test('countries are found by any part of their name, whatever the accents', async (t) => {
  const found = (text: string) => options.filter((option) => matches(option, text)).map(({ code }) => code);
  t.same(found('osterr'), ['AT']);
  t.same(found('LAND'), ['DE', 'NL']);
  t.same(found('at'), ['AT']);
  t.same(found(' '), ['AT', 'DE', 'NL']);
  t.same(found('.*'), []);
});

t.test('few countries are named, many counted', async (t) => {
  t.match(countriesInWords(options, new Set(['DE', 'AT']), 'de'), {
    key: 'few',
    names: 'Österreich und Deutschland',
  });
  t.match(countriesInWords(options, new Set(['NL']), 'en'), { names: 'the Netherlands' });
  const many = Array.from({ length: 7 }, (_, index) => ({ code: `X${index}`, label: `Country ${index}` }));
  t.match(countriesInWords(many, new Set(many.map(({ code }) => code)), 'en'), { key: 'many', count: 7 });
});
