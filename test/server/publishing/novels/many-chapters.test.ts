import t from 'tap';
import { chapters } from '#db/schema/index.ts';
import { chapterSpan, chapterSpans } from '#server/domains/publishing/novels/rules.ts';
import { newId } from '#server/lib/ids.ts';
import { startTestApp } from '../../../support/app.ts';
import { createEpisode, createStory } from '../../../support/console.ts';

type List = { chapters: { id: string; title: string; number: number }[] };

t.test('API-26 an episode holds at most 2,000 chapters, which are listed and put in order', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const creator = await app.signUp('Mira');
  const story = await createStory(app, creator, { title: 'The Ledger', publication_type: 'novel' });
  const { id: episodeId } = await createEpisode(app, creator, story.id);
  const now = app.deps.clock.now();
  const moments = { createdAt: now, updatedAt: now };
  const rows = Array.from({ length: 1999 }, (_, index) => {
    const id = newId(now.getTime());
    return { id, episodeId, position: index + 1, title: `${index + 1}`, html: '', ...moments };
  });
  await app.deps.db.insert(chapters).values(rows);
  const add = (title: string) =>
    app.call('POST /creator/episodes/chapters', { as: creator, body: { episode_id: episodeId, title } });
  const listed = async (): Promise<List> =>
    (await app.call(`GET /creator/episodes/chapters?episode_id=${episodeId}`, { as: creator })).json();
  t.equal((await add('2000')).statusCode, 201);
  const reply = await add('2001');
  t.equal(reply.statusCode, 409);
  t.match(reply.json(), {
    code: 'too_many_chapters',
    message: 'An episode can have at most 2,000 chapters.',
  });
  const ids = (await listed()).chapters.map(({ id }) => id);
  t.equal(ids.length, 2000);
  const body = { episode_id: episodeId, chapter_ids: ids.toReversed() };
  const sorted = await app.call('PUT /creator/episodes/chapters/sort', { as: creator, body });
  t.equal(sorted.statusCode, 200, sorted.body.slice(0, 200));
  t.match((await listed()).chapters[0], { title: '2000', number: 1 });
});

t.test('RDN-05 a long list of chapters is shown a hundred at a time, a short one whole', async (t) => {
  t.same(chapterSpans(200), [{ first: 1, last: 200 }]);
  t.same(chapterSpans(0), [{ first: 1, last: 0 }]);
  t.same(chapterSpans(250), [
    { first: 1, last: 100 },
    { first: 101, last: 200 },
    { first: 201, last: 250 },
  ]);
  t.same(chapterSpan(250, 200), { first: 101, last: 200 });
  t.same(chapterSpan(2000, 2000), { first: 1901, last: 2000 });
});
