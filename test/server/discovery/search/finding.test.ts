import t from 'tap';
import { type FoundStoryView, findCreators, findStories } from '#server/domains/discovery/search/queries.ts';
import type { PublicationType } from '#server/domains/publishing/stories/rules.ts';
import { startTestApp } from '../../../support/app.ts';
import { openShelf } from '../../../support/shelf.ts';
import { runSweeps } from '../../../support/sweeps.ts';

t.test('finding', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const { deps } = app;
  const { addAuthor, addStory } = openShelf(deps);
  const mirko = await addAuthor('Mirko Haas');
  const add = (title: string, values: Parameters<typeof addStory>[1] = {}) =>
    addStory(values.ownerId ?? mirko, { title, description: '', ...values });
  const search = (phrase: string, type: PublicationType = 'comics', wish = {}) =>
    findStories(deps, { phrase, type, country: null, page: 1, perPage: 24, ...wish });
  const titles = async (...wish: Parameters<typeof search>) =>
    (await search(...wish)).found.map(({ title }: FoundStoryView) => title);
  const creators = async (phrase: string) =>
    (await findCreators(deps, { phrase, country: null, page: 1, perPage: 24 })).found.map(
      ({ displayName }) => displayName,
    );

  await t.test(
    'SRC-31 the best come first: title, its beginning, words in it, author, tag, description',
    async (t) => {
      const author = await addAuthor('Amber Kowalski');
      await add('Nine Doors', { description: 'All of them amber.', viewsCount: 9_000_000 });
      await add('Ten Doors', { tags: ['amber'], viewsCount: 900_000 });
      await add('Eleven Doors', { ownerId: author, viewsCount: 90_000 });
      await add('In Ambergris', { viewsCount: 50_000 });
      await add('Ambergris', { viewsCount: 40_000 });
      await add('The Old Amber', { viewsCount: 9_000 });
      await add('The Young Amber', { viewsCount: 10_000_000 });
      await add('Amber Road', { viewsCount: 90 });
      await add('Amber');
      t.same(await titles('amber'), [
        'Amber',
        'Amber Road',
        'Ambergris',
        'The Young Amber',
        'The Old Amber',
        'In Ambergris',
        'Eleven Doors',
        'Ten Doors',
        'Nine Doors',
      ]);
      t.same((await titles('the old amber'))[0], 'The Old Amber');
      t.same(await titles('old am'), ['The Old Amber'], 'the last word is unfinished');
      t.same(await titles('ten a'), ['Ten Doors'], 'even where it is a word that says nothing');
      t.same(await titles('a the amber of ro'), ['Amber Road'], 'which may be missing elsewhere');
      t.same(await titles('amber kowalski'), ['Eleven Doors'], 'each word counts, wherever it stands');
    },
  );

  await t.test('SRC-31 capitals, accents and the end of a word make no difference', async (t) => {
    await add('Die Bärenhöhle am Fluß', { language: 'de', description: 'Drei Laternen leuchten.' });
    await add('Ёлка и снег', { language: 'ru' });
    for (const phrase of ['BARENHOHLE', 'bärenhöhle', 'Bären', 'b', 'fluss', 'laterne', 'laternen leuchten'])
      t.ok((await titles(phrase)).includes('Die Bärenhöhle am Fluß'), phrase);
    t.same(await titles('елка'), ['Ёлка и снег']);
    await add('Running Lanterns');
    for (const phrase of ['lantern', 'runs', 'the running lantern'])
      t.ok((await titles(phrase)).includes('Running Lanterns'), phrase);
    t.notOk((await titles('running bears')).includes('Running Lanterns'));
  });

  await t.test('SRC-31 scripts without spaces are found by any part, also by one sign', async (t) => {
    await add('進撃の巨人', { language: 'ja' });
    await add('ナルト疾風伝', { language: 'ja' });
    await add('나 혼자만 레벨업', { language: 'ko' });
    await add('斗破苍穹', { language: 'zh-Hans' });
    await add('🔥 Season');
    const hits = {
      巨人: '進撃の巨人',
      の: '進撃の巨人',
      撃の巨: '進撃の巨人',
      혼자: '나 혼자만 레벨업',
      苍穹: '斗破苍穹',
    };
    for (const [phrase, title] of Object.entries(hits)) t.same(await titles(phrase), [title], phrase);
    t.same(await titles('なると'), ['ナルト疾風伝'], 'hiragana finds katakana');
    t.same(await titles('ﾅﾙﾄ'), ['ナルト疾風伝'], 'and so do narrow signs');
    t.same(await titles('🔥'), ['🔥 Season']);
    t.same(await titles('巨進'), [], 'signs have to stand in this order');
  });

  await t.test('SRC-31, SRC-34 a mistyped word is found when nothing is found otherwise', async (t) => {
    await add('Perihelion');
    await add('The Moth Queen', { publicationType: 'novel' });
    await addStory(await addAuthor('Hana Lindqvist'), { title: 'Two Umbrellas', publicationType: 'indie' });
    t.same(await titles('perihelon'), [], 'the words are learned by a sweep');
    await runSweeps(deps, 'search.settle');
    for (const phrase of ['perihelon', 'perrihelion', 'preihelion', 'perihalion', 'periheleon road'])
      t.same((await titles(phrase))[0], phrase.includes('road') ? undefined : 'Perihelion', phrase);
    t.same(await titles('moht queen', 'novel'), ['The Moth Queen']);
    t.same(await titles('umbrelas lindquist', 'indie'), ['Two Umbrellas'], 'two words, each with a slip');
    t.same(await titles('qqqqqqqq'), []);
    t.same(await titles('the qqqqqqqq moth queen', 'novel'), ['The Moth Queen']);
    t.same(await creators('lindkvist'), ['Hana Lindqvist']);
    t.same(await creators('mirko'), ['Mirko Haas']);
    t.same(await creators('hhaas'), ['Mirko Haas']);
    t.same(await titles('moth'), [], 'a word that is known is never taken for another');
  });

  await t.test('SRC-31 joined and parted spellings find each other, in every script', async (t) => {
    await add('Re:Zero Kai');
    await add('Spider-Man Returns');
    await add('Moonlighthouse');
    await add('ジョジョ・ブラザーズ', { language: 'ja' });
    await add('달빛 조각사', { language: 'ko' });
    await add('Ночной дозор', { language: 'ru' });
    const hits = {
      rezero: 'Re:Zero Kai',
      're zero': 'Re:Zero Kai',
      rezerokai: 'Re:Zero Kai',
      zerokai: 'Re:Zero Kai',
      spiderman: 'Spider-Man Returns',
      'spiderman returns': 'Spider-Man Returns',
      'moonlight house': 'Moonlighthouse',
      'moon light house': 'Moonlighthouse',
      ジョジョブラザーズ: 'ジョジョ・ブラザーズ',
      ジョブラ: 'ジョジョ・ブラザーズ',
      달빛조각사: '달빛 조각사',
      ночнойдозор: 'Ночной дозор',
    };
    for (const [phrase, title] of Object.entries(hits)) t.same(await titles(phrase), [title], phrase);
    t.same(await titles('there'), [], 'parts of neighbouring words are no word');
    await runSweeps(deps, 'search.settle');
    for (const phrase of ['rezreo', 'rezer', 'spidermn', 'spiderma'])
      t.equal((await titles(phrase)).length, 1, `${phrase}, with a slip or unfinished`);
    t.same(await titles('ジョブラジョ'), []);
  });

  await t.test('SRC-31 second parts of German compounds are found, after whole words', async (t) => {
    await add('Der Drachenreiter', { language: 'de' });
    await add('Reiter im Regen', { language: 'de' });
    await add('Apfelbäume', { language: 'de' });
    await add('Kirschblütenfest', { language: 'de', publicationType: 'novel' });
    await add('Firefighter', { language: 'en' });
    t.same(await titles('reiter'), ['Reiter im Regen', 'Der Drachenreiter']);
    t.same(await titles('Reitern'), ['Reiter im Regen', 'Der Drachenreiter'], 'in another case of the noun');
    t.same(await titles('baum'), ['Apfelbäume']);
    t.same(await titles('fest', 'novel'), ['Kirschblütenfest']);
    t.same(await titles('blütenfest', 'novel'), ['Kirschblütenfest']);
    t.same(
      await titles('der reiter'),
      ['Reiter im Regen', 'Der Drachenreiter'],
      'beside a word that says little',
    );
    t.same(await titles('fighter'), [], 'English has none');
  });

  await t.test(
    'SRC-31 one slip in a short word is put right, in whatever form the word stands',
    async (t) => {
      await add('Über den Dächern', { language: 'de' });
      await add('Die Nächte', { language: 'de' });
      await runSweeps(deps, 'search.settle');
      for (const phrase of ['Dächr', 'Dacher', 'Daecher'])
        t.same(await titles(phrase), ['Über den Dächern'], phrase);
      t.same(await titles('nächt'), ['Die Nächte']);
      t.same(await titles('nchte'), ['Die Nächte']);
    },
  );

  await t.test('SRC-29, SRC-30 genre and language narrow a search down', async (t) => {
    await add('Harbour One', { genre: 'horror', language: 'en' });
    await add('Harbour Two', { genre: 'horror', language: 'de' });
    await add('Harbour Three', { genre: 'drama', language: 'de' });
    const sorted = async (wish: object) => (await titles('harbour', 'comics', wish)).toSorted();
    t.same(await sorted({ genre: 'horror' }), ['Harbour One', 'Harbour Two']);
    t.same(await sorted({ language: 'de' }), ['Harbour Three', 'Harbour Two']);
    t.same(await sorted({ genre: 'horror', language: 'de' }), ['Harbour Two']);
    t.same(await sorted({ genre: 'crime' }), []);
  });

  await t.test('SRC-28 pages follow each other without a gap, and know how many there are', async (t) => {
    for (let n = 1; n <= 7; n += 1) await add(`Serial ${n}`, { viewsCount: n * n * 100 });
    const seen: string[] = [];
    for (const page of [1, 2, 3]) {
      const part = await search('serial', 'comics', { page, perPage: 3 });
      t.match(part, { total: 7, pages: 3, page });
      seen.push(...part.found.map(({ title }) => title));
    }
    t.same(
      seen,
      [7, 6, 5, 4, 3, 2, 1].map((n) => `Serial ${n}`),
    );
    t.match(await search('serial', 'comics', { page: 4, perPage: 3 }), { found: [], total: 7 });
  });

  await t.test('SRC-20 signs alone, and what is nowhere, find nothing', async (t) => {
    for (const phrase of ['!!!', '%', '_', "'", '\\', '—', '\u200b', 'x'.repeat(60), '~lamp', '￼'])
      t.match(await search(phrase), { found: [], total: 0, pages: 0 }, JSON.stringify(phrase));
  });
});
