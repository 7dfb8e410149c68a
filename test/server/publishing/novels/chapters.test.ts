import { eq } from 'drizzle-orm';
import t from 'tap';
import { episodes } from '#db/schema/index.ts';
import { publishAllDue } from '#server/domains/publishing/releases/due.ts';
import { type Account, startTestApp } from '../../../support/app.ts';
import { createEpisode, createStory, jpegPart, upload, uploadCover } from '../../../support/console.ts';

type Chapter = {
  id: string;
  number: number;
  title: string;
  html: string;
  words_count: number;
  characters_count: number;
  is_empty: boolean;
  pictures: { id: string; url: string | null }[];
};
type One = { chapter: Chapter; lock_version: number };
type List = { chapters: Omit<Chapter, 'html'>[]; lock_version: number };

const app = await startTestApp();
const creator = await app.signUp('Mira');
const stranger = await app.signUp('Noor');

async function startNovel(as: Account = creator) {
  const story = await createStory(app, as, {
    title: 'The Ledger',
    publication_type: 'novel',
    cover_media_id: await uploadCover(app, as),
  });
  await app.runJobs();
  return { story, episode: await createEpisode(app, as, story.id) };
}

const add = (episodeId: string, body: object = {}, as: Account = creator) =>
  app.call('POST /creator/episodes/chapters', {
    as,
    body: { episode_id: episodeId, title: 'One', html: '<p>Text.</p>', ...body },
  });

async function added(episodeId: string, body: object = {}): Promise<One> {
  const reply = await add(episodeId, body);
  if (reply.statusCode !== 201) throw new Error(reply.body);
  return reply.json<One>();
}

async function listed(episodeId: string): Promise<List> {
  const reply = await app.call(`GET /creator/episodes/chapters?episode_id=${episodeId}`, { as: creator });
  return reply.json<List>();
}

const versionOf = async (episodeId: string): Promise<number> => (await listed(episodeId)).lock_version;

t.test('API-26 NOV-06 a chapter is added at the end, clean and counted', async (t) => {
  const { episode } = await startNovel();
  const reply = await add(episode.id, {
    title: '  First ',
    html: '<p onclick=x>Hello <b>you</b></p><script>1</script>',
  });
  t.equal(reply.statusCode, 201);
  const { chapter, lock_version } = reply.json<One>();
  t.match(chapter, {
    episode_id: episode.id,
    number: 1,
    title: 'First',
    html: '<p>Hello <strong>you</strong></p>',
    words_count: 2,
    characters_count: 9,
  });
  t.equal(lock_version, episode.lock_version + 1, 'the episode has changed');
  const second = await added(episode.id, { title: 'Second', html: undefined, text: 'Typed.\n\nBy hand.' });
  t.match(second.chapter, { number: 2, html: '<p>Typed.</p>\n<p>By hand.</p>' });
  const empty = await added(episode.id, { title: 'Third', html: undefined });
  t.match(empty.chapter, { number: 3, html: '', words_count: 0 }, 'a beginning');
});

t.test('NOV-03 chapters are read, renamed, rewritten and removed', async (t) => {
  const { episode } = await startNovel();
  const { chapter } = await added(episode.id);
  const other = await added(episode.id, { title: 'Two' });
  const at = `/creator/episodes/chapters/${chapter.id}`;
  const renamed = await app.call(`PATCH ${at}`, { as: creator, body: { title: 'Anew' } });
  t.match(renamed.json<One>().chapter, { title: 'Anew', html: '<p>Text.</p>' });
  const written = await app.call(`PATCH ${at}`, { as: creator, body: { html: '<h1>New</h1>' } });
  t.match(written.json<One>().chapter, { title: 'Anew', html: '<h2>New</h2>', words_count: 1 });
  const read = await app.call(`GET ${at}`, { as: creator });
  t.same(read.json(), written.json());
  t.match((await app.call(`DELETE ${at}`, { as: creator })).json().chapters, [{ title: 'Two' }]);
  t.equal((await app.call(`GET ${at}`, { as: creator })).statusCode, 404);
  t.equal((await app.call(`DELETE ${at}`, { as: creator })).statusCode, 404);
  const { chapters } = await listed(episode.id);
  t.same(
    chapters.map(({ id, number, title }) => ({ id, number, title })),
    [{ id: other.chapter.id, number: 1, title: 'Two' }],
  );
  t.notOk('html' in (chapters[0] ?? {}), 'a list carries no texts');
});

t.test('NOV-03 chapters are sorted, each named once', async (t) => {
  const { episode } = await startNovel();
  const ids: string[] = [];
  for (const title of ['a', 'b', 'c']) ids.push((await added(episode.id, { title })).chapter.id);
  const sort = async (chapter_ids: string[], lock_version?: number) =>
    app.call('PUT /creator/episodes/chapters/sort', {
      as: creator,
      body: { episode_id: episode.id, chapter_ids, lock_version },
    });
  const [a = '', b = '', c = ''] = ids;
  const reply = await sort([c, a, b], await versionOf(episode.id));
  t.equal(reply.statusCode, 200);
  t.same(
    reply.json<List>().chapters.map(({ title }) => title),
    ['c', 'a', 'b'],
  );
  const foreign = (await added((await startNovel()).episode.id)).chapter.id;
  for (const wrong of [[a, b], [a, b, b], [a, b, foreign], [a, b, c, foreign], []]) {
    t.match((await sort(wrong)).json(), { code: 'episode_changed' });
  }
});

t.test('API-26 a stale version is refused everywhere', async (t) => {
  const { episode } = await startNovel();
  const { chapter, lock_version } = await added(episode.id);
  const stale = lock_version - 1;
  const at = `/creator/episodes/chapters/${chapter.id}`;
  const sort = { episode_id: episode.id, chapter_ids: [chapter.id], lock_version: stale };
  const replies = [
    await add(episode.id, { lock_version: stale }),
    await app.call(`PATCH ${at}`, { as: creator, body: { title: 'x', lock_version: stale } }),
    await app.call('PUT /creator/episodes/chapters/sort', { as: creator, body: sort }),
  ];
  for (const reply of replies) {
    t.equal(reply.statusCode, 409);
    t.match(reply.json(), { code: 'episode_changed' });
  }
  t.equal(await versionOf(episode.id), lock_version, 'nothing has changed');
  const fresh = await app.call(`PATCH ${at}`, { as: creator, body: { title: 'x', lock_version } });
  t.equal(fresh.statusCode, 200);
});

t.test('API-26 what cannot be a chapter is refused', async (t) => {
  const { episode } = await startNovel();
  const comics = await createEpisode(app, creator, (await createStory(app, creator)).id);
  t.match((await add(comics.id)).json(), { code: 'invalid_state' }, 'comics have pages');
  const wrong: [body: object, fields: object[]][] = [
    [{ title: '' }, [{ title: ["can't be blank"] }]],
    [{ title: ' \u200b' }, [{ title: ["can't be blank"] }]],
    [{ title: 'x'.repeat(121) }, [{ title: ['is too long'] }]],
    [{ html: 'x'.repeat(500 * 1024 + 1) }, [{ html: ['is too long'] }]],
    [{ html: '<div>'.repeat(400) }, [{ html: ['is nested too deeply to be read'] }]],
    [{ html: 'a\u0000b' }, [{ html: ['is invalid'] }]],
    [{ html: 7 }, [{ html: ['is invalid'] }]],
    [{ episode_id: 'x' }, [{ episode_id: ['is invalid'] }]],
  ];
  for (const [body, fields] of wrong) {
    const reply = await add(episode.id, body);
    t.equal(reply.statusCode, 422);
    t.match(reply.json(), { code: 'record_invalid', fields });
  }
  t.equal((await add(episode.id, { html: 'x'.repeat(5 * 1024 * 1024) })).statusCode, 413);
  t.equal(
    (await add(episode.id, { title: '😀'.repeat(120), html: 'x'.repeat(500 * 1024 - 20) })).statusCode,
    201,
  );
});

t.test('API-26 a chapter tells where its pictures are, and names no more than a book holds', async (t) => {
  const { episode } = await startNovel();
  const sent = await upload(app, creator, 'POST /media', [
    { name: 'purpose', value: 'illustration' },
    await jpegPart('file', 'map.jpg'),
  ]);
  const { id } = sent.json<{ media: { id: string } }>().media;
  const html = `<figure><img data-picture="${id}" alt="A map"></figure>`;
  const { chapter } = await added(episode.id, { html });
  t.same(chapter.pictures, [{ id, url: null }]);
  t.match(chapter, { characters_count: 0, is_empty: false }, 'a picture is something');
  await app.runJobs();
  const at = `/creator/episodes/chapters/${chapter.id}`;
  const [picture] = (await app.call(`GET ${at}`, { as: creator })).json<One>().chapter.pictures;
  t.match(picture, { id, url: /^\/media\// });
  const many = Array.from({ length: 1001 }, (_, index) => {
    const name = `0193d5a0-0000-7000-8000-${String(index).padStart(12, '0')}`;
    return `<img data-picture="${name}" alt="">`;
  });
  const refusal = await add(episode.id, { html: many.join('') });
  t.equal(refusal.statusCode, 422);
  t.match(refusal.json(), { fields: [{ html: ['contains more than 1,000 pictures'] }] });
});

t.test('API-26 strangers find nothing, and the token is asked for', async (t) => {
  const { episode } = await startNovel();
  const { chapter } = await added(episode.id);
  const calls: [request: string, body?: object][] = [
    [`GET /creator/episodes/chapters?episode_id=${episode.id}`],
    [`GET /creator/episodes/chapters/${chapter.id}`],
    [`PATCH /creator/episodes/chapters/${chapter.id}`, { title: 'mine' }],
    [`DELETE /creator/episodes/chapters/${chapter.id}`],
    ['PUT /creator/episodes/chapters/sort', { episode_id: episode.id, chapter_ids: [chapter.id] }],
    ['POST /creator/episodes/chapters', { episode_id: episode.id, title: 'mine', html: '' }],
  ];
  for (const [request, body] of calls) {
    t.equal((await app.call(request, { as: stranger, body })).statusCode, 404, request);
    t.equal((await app.call(request, { body })).statusCode, 401, request);
  }
  t.equal((await listed(episode.id)).chapters[0]?.title, 'One');
});

t.test('NOV-09 EPI-33 published chapters stay as they are until they are unpublished', async (t) => {
  const { story, episode } = await startNovel();
  const publish = () => app.call(`POST /creator/episodes/${episode.id}/publish`, { as: creator, body: {} });
  t.match((await publish()).json(), { code: 'not_ready', missing: ['chapters'] });
  const { chapter } = await added(episode.id, { title: 'Ice', html: '' });
  t.match((await publish()).json(), { code: 'not_ready', missing: ['chapters_empty'] });
  const at = `/creator/episodes/chapters/${chapter.id}`;
  await app.call(`PATCH ${at}`, { as: creator, body: { html: '<p>It <i>froze</i>.</p>' } });
  t.equal((await publish()).statusCode, 200);
  const readers = await app.call(`GET /episodes/${episode.id}`);
  t.match(readers.json<{ episode: object }>().episode, {
    chapters: [{ id: chapter.id, number: 1, title: 'Ice', html: '<p>It <em>froze</em>.</p>' }],
  });
  const calls: [string, object?][] = [
    [`PATCH ${at}`, { title: 'x' }],
    [`DELETE ${at}`],
    ['PUT /creator/episodes/chapters/sort', { episode_id: episode.id, chapter_ids: [chapter.id] }],
    ['POST /creator/episodes/chapters', { episode_id: episode.id, title: 'Two', html: '' }],
  ];
  for (const [request, body] of calls) {
    const reply = await app.call(request, { as: creator, body });
    t.equal(reply.statusCode, 409, request);
    t.match(reply.json(), { code: 'invalid_state' });
  }
  await app.call(`POST /creator/episodes/${episode.id}/unpublish`, { as: creator, body: {} });
  t.equal((await app.call(`GET /episodes/${episode.id}`)).statusCode, 404);
  t.equal((await app.call(`PATCH ${at}`, { as: creator, body: { title: 'x' } })).statusCode, 200);
  t.equal((await app.call(`DELETE /creator/episodes/${episode.id}`, { as: creator })).statusCode, 204);
  t.equal((await app.call(`GET ${at}`, { as: creator })).statusCode, 404, 'gone with its episode');
  t.ok(story.id);
});

t.test('NOV-09 a novel episode is scheduled and goes out when it is due', async (t) => {
  const { episode } = await startNovel();
  const inAnHour = new Date(app.deps.clock.now().getTime() + 3_600_000).toISOString();
  const [year, month, day] = inAnHour.slice(0, 10).split('-');
  const schedule = { date: `${month}/${day}/${year}`, time: inAnHour.slice(11, 16), zone_name: 'Etc/UTC' };
  const reply = async () =>
    app.call(`POST /creator/episodes/${episode.id}/schedule`, { as: creator, body: schedule });
  t.match((await reply()).json(), { code: 'not_ready' });
  await added(episode.id);
  t.equal((await reply()).statusCode, 200);
  t.equal((await add(episode.id, { title: 'Two' })).statusCode, 201, 'a scheduled draft is still a draft');
  await app.deps.db
    .update(episodes)
    .set({ publishAt: new Date(0) })
    .where(eq(episodes.id, episode.id));
  await publishAllDue(app.deps);
  const readers = await app.call(`GET /episodes/${episode.id}`);
  t.equal(readers.json<{ episode: { chapters: object[] } }>().episode.chapters.length, 2);
});

t.test('NOV-06 a form without a script adds a chapter', async (t) => {
  const { story, episode } = await startNovel();
  const back = `/creator/stories/${story.id}/episodes/${episode.id}`;
  const send = (fields: Record<string, string>) =>
    app.call('POST /creator/episodes/chapters', {
      as: creator,
      body: new URLSearchParams({
        episode_id: episode.id,
        _page: back,
        _back: back,
        ...fields,
      }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
  const fine = await send({ title: 'By hand', text: 'One.\r\n\r\nTwo.' });
  t.equal(fine.statusCode, 303);
  t.equal(fine.headers.location, `${back}?success_notice=Chapter+added`);
  const { chapters } = await listed(episode.id);
  t.match(chapters, [{ title: 'By hand', words_count: 2 }]);
  const refused = await send({ title: '', text: 'x', _locale: 'de' });
  t.equal(refused.statusCode, 303);
  t.match(refused.headers.location, `/de${back}?error_notice=`);
});

t.teardown(() => app.close());
