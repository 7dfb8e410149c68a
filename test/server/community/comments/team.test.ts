import { eq } from 'drizzle-orm';
import t from 'tap';
import { commentThreads, episodeCounters, episodes, users } from '#db/schema/index.ts';
import { correctCounts } from '#server/domains/community/comments/corrections.ts';
import { type Account, startTestApp } from '../../../support/app.ts';
import { joinTeam } from '../../../support/figures.ts';
import { openShelf } from '../../../support/shelf.ts';

const DAY_MS = 24 * 3_600_000;

t.test('the team and its comments', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const { deps } = app;
  const { addAuthor, addEpisode, addStory } = openShelf(deps);
  const author = await addAuthor();
  const [mika, noor, editor, viewer] = (await Promise.all(
    ['Mika', 'Noor', 'Editor', 'Viewer'].map((name) => app.signUp(name)),
  )) as [Account, Account, Account, Account];
  const administrator = await app.signUp('Ada Mina');
  await app.makeAdministrator(administrator);
  await deps.db.update(users).set({ createdAt: new Date(Date.now() - 30 * DAY_MS) });
  const start = async () => {
    const story = await addStory(author);
    const { id } = await addEpisode(story, 1);
    await joinTeam(app, story.id, editor, 'editor');
    await joinTeam(app, story.id, viewer, 'viewer');
    return { storyId: story.id, episodeId: id };
  };
  let turn = 0;
  const write = async (as: Account, episodeId: string, body?: string) => {
    turn += 1;
    return app.call('POST /comments', {
      as,
      body: { episode_id: episodeId, body: body ?? `No. ${turn}` },
    });
  };
  const written = async (as: Account, episodeId: string) =>
    (await write(as, episodeId)).json<{ comment: { id: string } }>().comment.id;
  const list = async (episodeId: string, as?: Account) =>
    (await app.call(`GET /comments?episode_id=${episodeId}`, { as })).json<{
      comments: { id: string; hidden: boolean; pinned: boolean }[];
      comments_count: number;
      closed: boolean;
      moderates: boolean;
    }>();
  const idsOf = async (episodeId: string, as?: Account) =>
    (await list(episodeId, as)).comments.map(({ id }) => id);

  await t.test('SOC-01 the team hides a comment; its author and the team go on seeing it', async (t) => {
    const { episodeId } = await start();
    const id = await written(mika, episodeId);
    for (const [as, status] of [
      [noor, 404],
      [viewer, 403],
      [mika, 404],
    ] as const)
      t.equal((await app.call(`POST /comments/${id}/hide`, { as })).statusCode, status);
    for (const _ of [1, 2])
      t.equal((await app.call(`POST /comments/${id}/hide`, { as: editor })).statusCode, 200);
    t.same(await idsOf(episodeId), []);
    t.same(await idsOf(episodeId, noor), []);
    t.match(await list(episodeId, mika), { comments: [{ id, hidden: true }], comments_count: 0 });
    t.match(await list(episodeId, editor), { comments: [{ id, hidden: true }], moderates: true });
    t.equal((await app.call(`PATCH /comments/${id}`, { as: mika, body: { body: 'x' } })).statusCode, 409);
    const refused = await app.call(`POST /comments/${id}/hide`, { as: administrator });
    t.same([refused.statusCode, refused.json().code], [409, 'reasons_needed']);
    t.equal((await app.call(`POST /comments/${id}/show`, { as: administrator })).statusCode, 200);
    t.match(await list(episodeId), { comments: [{ id, hidden: false }], comments_count: 1 });
  });

  await t.test('SOC-01 one comment is pinned, and comes first', async (t) => {
    const { episodeId } = await start();
    const [first, second, third] = [
      await written(mika, episodeId),
      await written(noor, episodeId),
      await written(mika, episodeId),
    ];
    t.equal((await app.call(`PUT /comments/${first}/pin`, { as: editor })).statusCode, 200);
    t.same(await idsOf(episodeId), [first, third, second]);
    await app.call(`PUT /comments/${second}/pin`, { as: editor });
    t.same(await idsOf(episodeId), [second, third, first]);
    await app.call(`DELETE /comments/${second}/pin`, { as: editor });
    t.same(await idsOf(episodeId), [third, second, first]);
  });

  await t.test('SOC-01 locked, closed, and closed after days: only the team writes', async (t) => {
    const { episodeId, storyId } = await start();
    const status = async (as: Account) => (await write(as, episodeId)).statusCode;
    await app.call(`PUT /episodes/${episodeId}/comments_lock`, { as: editor });
    t.same([await status(noor), await status(editor)], [409, 201]);
    t.equal((await list(episodeId)).closed, true);
    await app.call(`DELETE /episodes/${episodeId}/comments_lock`, { as: editor });
    t.equal(await status(noor), 201);
    const settle = (body: object, as = editor) =>
      app.call(`PUT /creator/stories/${storyId}/comments_settings`, { as, body });
    t.equal((await settle({ closed: true, close_after_days: null }, noor)).statusCode, 404);
    await settle({ closed: true, close_after_days: null });
    t.equal(await status(noor), 409);
    await settle({ closed: false, close_after_days: 7 });
    t.equal(await status(noor), 201);
    await deps.db
      .update(episodes)
      .set({ firstPublishedAt: new Date(Date.now() - 8 * DAY_MS) })
      .where(eq(episodes.id, episodeId));
    t.equal(await status(noor), 409);
    t.equal((await settle({ closed: false, close_after_days: 0 })).statusCode, 422);
  });

  await t.test('SOC-01 a person who is kept out writes at no episode of the story', async (t) => {
    const { episodeId, storyId } = await start();
    const keep = (method: string, userId: string) =>
      app.call(`${method} /creator/stories/${storyId}/kept_out/${userId}`, { as: editor });
    t.equal((await keep('PUT', viewer.id)).statusCode, 409, 'nobody of the team');
    t.equal((await keep('PUT', noor.id)).statusCode, 200);
    t.equal((await write(noor, episodeId)).json().code, 'kept_out');
    t.match((await app.call(`GET /creator/stories/${storyId}/comments_settings`, { as: editor })).json(), {
      kept_out: [{ id: noor.id }],
    });
    await keep('DELETE', noor.id);
    t.equal((await write(noor, episodeId)).statusCode, 201);
  });

  await t.test('SOC-01 the team finds the comments of its stories, and hides many at once', async (t) => {
    const [one, other] = [await start(), await start()];
    await write(mika, one.episodeId, '100% sure about the lamp');
    const ids = [await written(noor, one.episodeId), await written(noor, other.episodeId)];
    const find = async (query: string, as = editor) =>
      (await app.call(`GET /creator/comments?${query}`, { as })).json<{
        comments: { id: string }[];
        total: number;
      }>();
    t.equal((await find(`story_id=${one.storyId}`)).total, 2);
    t.match(await find('q=100%25'), { comments: [{ body: '100% sure about the lamp' }], total: 1 });
    t.equal((await find(`story_id=${one.storyId}&q=noor`)).total, 1);
    await write(editor, other.episodeId, 'The team says so itself');
    t.match(await find('q=says+so+itself'), { comments: [{ author: { is_team: true, kept_out: false } }] });
    t.match(await find('q=100%25'), { comments: [{ author: { is_team: false } }] });
    t.same((await find('', noor)).comments, [], 'nobody else');
    t.same((await find('', viewer)).comments, [], 'nor a role that may not');
    const hide = (as: Account) => app.call('POST /creator/comments/hide', { as, body: { ids } });
    t.equal((await hide(noor)).statusCode, 404);
    t.match((await hide(editor)).json(), { hidden_count: 2 });
    t.match((await hide(editor)).json(), { hidden_count: 0 });
    t.equal((await find('state=hidden')).comments.filter(({ id }) => ids.includes(id)).length, 2);
  });

  await t.test('SOC-01 counts that went wrong are found, put right and reported', async (t) => {
    const { episodeId } = await start();
    await written(mika, episodeId);
    await written(noor, episodeId);
    t.same(await correctCounts(deps), []);
    await deps.db
      .update(commentThreads)
      .set({ shownCount: 7, listedCount: 0 })
      .where(eq(commentThreads.subjectId, episodeId));
    await deps.db
      .update(episodeCounters)
      .set({ commentsCount: 9 })
      .where(eq(episodeCounters.episodeId, episodeId));
    t.same(await correctCounts(deps), [
      { subjectId: episodeId, shown: { was: 7, is: 2 }, listed: { was: 0, is: 2 } },
    ]);
    t.equal((await list(episodeId)).comments_count, 2);
    const [counter] = await deps.db
      .select()
      .from(episodeCounters)
      .where(eq(episodeCounters.episodeId, episodeId));
    t.equal(counter?.commentsCount, 2);
  });
});
