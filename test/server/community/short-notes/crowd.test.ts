import { asc, eq } from 'drizzle-orm';
import t from 'tap';
import { episodePages, tsukkomiComments, users } from '#db/schema/index.ts';
import { newId } from '#server/lib/ids.ts';
import { type Account, startTestApp } from '../../../support/app.ts';
import { openShelf } from '../../../support/shelf.ts';

const COUNT = 10_000;

type Listed = { id: string; body: string; own: boolean };

t.test('a page with very many notes', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const { db } = app.deps;
  const { addAuthor, addEpisode, addStory } = openShelf(app.deps);
  const crowd = await addAuthor();
  const [mika, noor] = [await app.signUp('Mika'), await app.signUp('Noor')];
  await db.update(users).set({ createdAt: new Date(0) });
  const { id: episodeId } = await addEpisode(await addStory(crowd), 1, {}, { pages: 2 });
  const [page] = await db
    .select()
    .from(episodePages)
    .where(eq(episodePages.episodeId, episodeId))
    .orderBy(asc(episodePages.position));
  const pageId = page?.id ?? '';
  const before = Date.now() - 60_000;
  const rows = Array.from({ length: COUNT }, (_, at) => ({
    ...{ id: newId(before + at), episodeId, pageId, authorId: crowd, body: `note ${at}` },
    x: (at % 100) / 100,
    y: (at % 97) / 97,
  }));
  for (let at = 0; at < COUNT; at += 2000)
    await db.insert(tsukkomiComments).values(rows.slice(at, at + 2000));
  const list = async (as?: Account) =>
    (await app.call(`GET /tsukkomi_comments?episode_id=${episodeId}&page_id=${pageId}`, { as })).json<{
      tsukkomi_comments: Listed[];
    }>().tsukkomi_comments;

  await t.test('SOC-13 so many are sent, and the reader’s own among them', async (t) => {
    const body = { episode_id: episodeId, page_id: pageId, x: 0.5, y: 0.5, body: 'the last one' };
    t.equal((await app.call('POST /tsukkomi_comments', { as: mika, body })).statusCode, 201);
    const own = await list(mika);
    t.equal(own.length, 501);
    t.match(own.at(-1), { body: 'the last one', own: true });
    for (const as of [noor, undefined]) t.equal((await list(as)).length, 500);
    const removed = await app.call(`DELETE /tsukkomi_comments/${own.at(-1)?.id}`, { as: mika });
    t.equal(removed.statusCode, 200);
    t.equal((await list(mika)).length, 500);
  });

  await t.test('SOC-13 those of somebody who is muted or blocked make room for others', async (t) => {
    const body = { episode_id: episodeId, page_id: pageId, x: 0.5, y: 0.5, body: 'behind the crowd' };
    await app.call('POST /tsukkomi_comments', { as: noor, body });
    for (const way of ['mute', 'block']) {
      await app.call(`PUT /users/${crowd}/${way}`, { as: mika });
      t.same(
        (await list(mika)).map((note) => note.body),
        ['behind the crowd'],
        way,
      );
      await app.call(`DELETE /users/${crowd}/${way}`, { as: mika });
    }
    t.equal((await list(mika)).length, 500);
  });
});
