import { eq } from 'drizzle-orm';
import t from 'tap';
import { comments, keptOut, shutOuts, users } from '#db/schema/index.ts';
import { type Account, startTestApp } from '../../../support/app.ts';
import { joinTeam } from '../../../support/figures.ts';
import { openShelf } from '../../../support/shelf.ts';

t.test('blocked people and hidden comments', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const { deps } = app;
  const { addAuthor, addEpisode, addStory } = openShelf(deps);
  const author = await addAuthor();
  const [ben, cleo, xeno, editor] = (await Promise.all(
    ['Ben', 'Cleo', 'Xeno', 'Editor'].map((name) => app.signUp(name)),
  )) as [Account, Account, Account, Account];
  await deps.db.update(users).set({ createdAt: new Date(0) });
  const start = async () => {
    const story = await addStory(author);
    const { id: episodeId } = await addEpisode(story, 1);
    await joinTeam(app, story.id, editor, 'editor');
    return { storyId: story.id, episodeId };
  };
  const write = async (as: Account, episodeId: string, body = 'A comment'): Promise<string> =>
    (await app.call('POST /comments', { as, body: { episode_id: episodeId, body } })).json().comment.id;
  const answer = (as: Account, comment_id: string, body = 'An answer') =>
    app.call('POST /comment_replies', { as, body: { comment_id, body } });

  await t.test("SOC-02 who is blocked answers neither B's comment nor B's reply", async (t) => {
    const { episodeId } = await start();
    const below = await write(cleo, episodeId);
    const reply: string = (await answer(ben, below)).json().reply.id;
    await app.call(`PUT /users/${xeno.id}/block`, { as: ben });
    const refused = await answer(xeno, reply);
    t.same([refused.statusCode, refused.json().code], [409, 'not_heard']);
    t.equal((await answer(xeno, below, 'To Cleo')).statusCode, 201);
    const heard = await answer(cleo, reply, 'To Ben');
    t.equal(heard.statusCode, 201);
    t.equal(heard.json().reply.comment_id, below);
  });

  await t.test('SOC-02 REP-06 B reports what B no longer sees', async (t) => {
    const { episodeId } = await start();
    const id = await write(xeno, episodeId, 'Ben is a mule');
    t.equal((await app.call(`GET /comments/${id}`, { as: ben })).statusCode, 404);
    const report = (subject_id: string, subject_type = 'comment') =>
      app.call('POST /violation', { as: ben, body: { subject_type, subject_id, category: 'harassment' } });
    t.equal((await report(id)).statusCode, 201);
    const replied = await write(xeno, episodeId, 'Ben is still a mule');
    await answer(cleo, replied, 'He is not');
    t.match((await app.call(`GET /comments?episode_id=${episodeId}`, { as: ben })).json().comments, [
      { id: replied, gone: true, shut_out: true, body: '' },
    ]);
    t.equal((await report(replied)).statusCode, 201);
  });

  await t.test('SOC-02 the team blocks a person and keeps them out of the story by one call', async (t) => {
    const { storyId, episodeId } = await start();
    await write(cleo, episodeId);
    const keep = (as: Account, userId: string, body: object) =>
      app.call(`PUT /creator/stories/${storyId}/kept_out/${userId}`, { as, body });
    t.equal((await keep(ben, cleo.id, { block: true })).statusCode, 404);
    t.match((await keep(editor, cleo.id, { block: true })).json(), { blocked: true });
    t.equal(await deps.db.$count(keptOut, eq(keptOut.userId, cleo.id)), 1);
    t.equal(await deps.db.$count(shutOuts, eq(shutOuts.readerId, editor.id)), 1);
    t.equal((await keep(editor, editor.id, { block: true })).statusCode, 409);
    t.equal((await keep(editor, ben.id, {})).json().blocked, false);
    t.equal(await deps.db.$count(shutOuts, eq(shutOuts.readerId, editor.id)), 1, 'kept out alone');
  });

  await t.test(
    'SOC-13 replies to a hidden comment answer 404, also where replies keep its place',
    async (t) => {
      const { episodeId } = await start();
      const id = await write(cleo, episodeId);
      const reply: string = (await answer(ben, id)).json().reply.id;
      await app.call(`POST /comments/${reply}/hide`, { as: editor });
      t.equal((await answer(xeno, reply)).statusCode, 404);
      await app.call(`POST /comments/${reply}/show`, { as: editor });
      await app.call(`POST /comments/${id}/hide`, { as: editor });
      for (const as of [ben, cleo, xeno, editor])
        for (const above of [id, reply]) t.equal((await answer(as, above, 'Late')).statusCode, 404);
    },
  );

  await t.test('SOC-13 an author may delete, not edit, a hidden comment, and is told so', async (t) => {
    const { episodeId } = await start();
    const id = await write(cleo, episodeId);
    await app.call(`POST /comments/${id}/hide`, { as: editor });
    const edited = await app.call(`PATCH /comments/${id}`, { as: cleo, body: { body: 'Better' } });
    t.equal(edited.statusCode, 409);
    t.match(edited.json(), {
      code: 'hidden_not_edited',
      message: 'This comment is hidden. You can delete it, but not edit it.',
    });
    t.equal((await app.call(`DELETE /comments/${id}`, { as: cleo })).statusCode, 200);
    t.equal(
      (await deps.db.select().from(comments).where(eq(comments.id, id)))[0]?.state ?? 'deleted',
      'deleted',
    );
  });
});
