import t from 'tap';
import { stories } from '#db/schema/index.ts';
import { isAvailableIn } from '#server/domains/publishing/countries/rules.ts';
import { isOpenIn } from '#server/domains/reading/reader/cards.ts';
import {
  endOfDay,
  firstSentence,
  freshSince,
  isCalendarDay,
  openingText,
  ratingAverage,
  weekOf,
} from '#server/domains/reading/reader/rules.ts';
import { startTestApp } from '../../../support/app.ts';
import { openShelf } from '../../../support/shelf.ts';

t.test('the week of the calendar ends today and is counted in UTC', async (t) => {
  const week = [
    '2026-11-16',
    '2026-11-17',
    '2026-11-18',
    '2026-11-19',
    '2026-11-20',
    '2026-11-21',
    '2026-11-22',
  ];
  for (const now of ['2026-11-22T00:00:00Z', '2026-11-22T23:59:59.999Z'])
    t.same(weekOf(new Date(now)), week, now);
  t.equal(weekOf(new Date('2027-01-01T12:00:00Z'))[0], '2026-12-26');
});

t.test('a day can be chosen when it is of this week and not in the future', async (t) => {
  const now = new Date('2026-11-18T10:00:00Z');
  for (const day of ['2026-11-18', '2026-11-12']) t.ok(isCalendarDay(now, day), day);
  for (const other of ['2026-11-19', '2026-11-11', '2026-13-45', '', 'today'])
    t.notOk(isCalendarDay(now, other), other);
});

t.test('what is new changes at midnight only', async (t) => {
  const day = ['2026-11-18T00:00:00Z', '2026-11-18T23:59:59Z'].map((now) =>
    freshSince(new Date(now)).toISOString(),
  );
  t.same(day, ['2026-11-12T00:00:00.000Z', '2026-11-12T00:00:00.000Z']);
  t.equal(endOfDay(new Date('2026-12-31T23:00:00Z')).toISOString(), '2027-01-01T00:00:00.000Z');
});

t.test('a story introduces itself by its first sentence', async (t) => {
  const table: [string, string][] = [
    ['Nine lamps. Eight lit.', 'Nine lamps.'],
    ['“It’s talking,” he said. “Hear it?”', '“It’s talking,” he said.'],
    ['„Hörst du?“ Sie schwieg.', '„Hörst du?“'],
    ['Dr. Brandt met P. L. Moreau. They left.', 'Dr. Brandt met P. L. Moreau.'],
    ['It cost 3.50 at most. Cheap.', 'It cost 3.50 at most.'],
    ['No full stop\n at   all', 'No full stop at all'],
    ['', ''],
  ];
  for (const [text, sentence] of table) t.equal(firstSentence(text), sentence);
  const long = firstSentence(`${'word '.repeat(100)}end.`);
  t.ok(long.length <= 221 && long.endsWith('word…'), 'cut at a word');
  t.equal([...firstSentence('🏮'.repeat(5000))].length, 221);
});

t.test('the opening of a chapter is its first paragraph without markup', async (t) => {
  t.equal(
    openingText('<h2>One</h2><p class="a">She <em>ran</em> &amp; fell &#8212; &lt;b&gt;</p><p>no</p>'),
    'She ran & fell — <b>',
  );
  t.equal(openingText('<p>cut off in the midd<e'), 'cut off in the midd');
  t.equal(openingText('bare &unknown; &#x110000;'), 'bare &unknown; &#x110000;');
});

t.test('ratings are averaged to two decimals', async (t) => {
  t.equal(ratingAverage(0, 0), null);
  t.equal(ratingAverage(14, 3), 4.67);
});

t.test('GEO-08 lists leave out what the one rule on countries leaves out', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const shelf = openShelf(app.deps);
  const author = await shelf.addAuthor();
  const filters = new Map<string, Parameters<typeof isAvailableIn>[0]>();
  for (const type of ['worldwide', 'allow', 'deny'] as const)
    for (const countries of [[], ['DE'], ['DE', 'US']])
      filters.set((await shelf.addStory(author, {}, { geofilter: { type, countries } })).id, {
        type,
        countries,
      });
  await shelf.addStory(author, { published: false });
  await shelf.addStory(author, { deletedAt: new Date() });
  for (const country of [null, 'DE', 'US', 'FR']) {
    const listed = await app.deps.db.select({ id: stories.id }).from(stories).where(isOpenIn(country));
    const wanted = [...filters].filter(([, filter]) => isAvailableIn(filter, country)).map(([id]) => id);
    t.same(listed.map(({ id }) => id).sort(), wanted.sort(), String(country));
  }
});
