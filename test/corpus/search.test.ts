import t from 'tap';
import { startTestApp } from '../support/app.ts';
import { openShelf } from '../support/shelf.ts';
import { runSweeps } from '../support/sweeps.ts';
import { hostileTexts } from './texts.ts';

/** Encodes the text as in an address, including invalid characters. */
const encoded = (text: string): string =>
  text.isWellFormed() ? encodeURIComponent(text) : [...Buffer.from(text, 'utf16le')].map(asByte).join('');
const asByte = (byte: number): string => `%${byte.toString(16).padStart(2, '0')}`;

t.test('API-60, API-61, API-62 hostile texts as phrases', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const { addAuthor, addStory } = openShelf(app.deps);
  const { all } = await hostileTexts();
  t.ok(all.length > 1800, 'the corpus is there');
  const author = await addAuthor('Robert Tables');
  const titles = all
    .filter((text) => text.isWellFormed() && !text.includes('\u0000'))
    .map((text) => text.slice(0, 120));
  for (const title of titles)
    await addStory(author, {
      title: title.toWellFormed(),
      description: title.toWellFormed(),
      coverMediaId: null,
    });
  await runSweeps(app.deps, 'search.settle');

  const faults: string[] = [];
  let found = 0;
  let asked = 0;
  const ask = async (path: string, phrase: string) => {
    asked += 1;
    const address = `10.0.${Math.floor(asked / 200)}.1`;
    const reply = await app.call(`GET ${path}q=${phrase}`, { address });
    const isKnown = reply.statusCode === 200 || reply.statusCode === 422;
    if (!isKnown)
      faults.push(`${path} ${phrase.slice(0, 80)}: ${reply.statusCode} ${reply.body.slice(0, 100)}`);
    const body = reply.json();
    if (reply.statusCode === 422 && !('q' in body.fields[0]))
      faults.push(`${phrase.slice(0, 80)}: ${reply.body}`);
    return body;
  };
  const garbage = [
    '%',
    '%zz',
    '%E0%A4%A',
    '%ff%fe',
    '%00',
    'a%00b',
    '%ED%A0%80',
    'x'.repeat(10_000),
    '%F0%9F%94%A5'.repeat(60),
  ];
  for (const phrase of [
    ...all.map(encoded),
    ...all.map((text) => encoded([...text].slice(0, 60).join(''))),
    ...garbage,
  ]) {
    const { total = 0 } = await ask('/stories/search?publication_type=comics&per_page=3&', phrase);
    found += Math.min(1, total);
    await ask('/users/search?per_page=3&', phrase);
    await ask('/search/counters?', phrase);
  }
  t.same(faults, []);
  t.ok(found > 1_000, `${found} of the phrases find a title`);
});
