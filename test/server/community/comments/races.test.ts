import { and, eq, isNotNull } from 'drizzle-orm';
import t from 'tap';
import { comments, users } from '#db/schema/index.ts';
import { correctCounts } from '#server/domains/community/comments/corrections.ts';
import { type Account, startTestApp } from '../../../support/app.ts';
import { joinTeam } from '../../../support/figures.ts';
import { openShelf } from '../../../support/shelf.ts';

const DAY_MS = 24 * 3_600_000;
const ROUNDS = 4;

t.test('comments at once', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const { deps } = app;
  let nowMs = Date.now();
  deps.clock.now = () => new Date(nowMs);
  const { addAuthor, addEpisode, addStory } = openShelf(deps);
  const author = await addAuthor();
  const [mika, noor, editor] = [
    await app.signUp('Mika'),
    await app.signUp('Noor'),
    await app.signUp('Editor'),
  ];
  await deps.db.update(users).set({ createdAt: new Date(nowMs - 30 * DAY_MS) });
  const story = await addStory(author);
  await joinTeam(app, story.id, editor, 'editor');
  let number = 0;
  const start = async () => {
    number += 1;
    // A minute later, no limit is reached.
    nowMs += 61_000;
    return (await addEpisode(story, number)).id;
  };
  const idOf = (reply: { json(): unknown }) => {
    const { comment, reply: own } = reply.json() as { comment?: { id: string }; reply?: { id: string } };
    return (comment ?? own)?.id ?? '';
  };
  const write = async (as: Account, episodeId: string, body: string) =>
    idOf(await app.call('POST /comments', { as, body: { episode_id: episodeId, body } }));
  const answer = async (as: Account, id: string, body: string) =>
    idOf(await app.call('POST /comment_replies', { as, body: { comment_id: id, body } }));
  const statusOf = async (call: ReturnType<typeof app.call>) => (await call).statusCode;

  await t.test('SOC-15 one key sent five times at once is one comment, whatever it says', async (t) => {
    const episodeId = await start();
    const headers = { 'Idempotency-Key': 'at-once' };
    const sent = await Promise.all(
      [1, 2, 3, 4, 5].map((turn) =>
        app.call('POST /comments', {
          as: mika,
          headers,
          body: { episode_id: episodeId, body: `Turn ${turn}` },
        }),
      ),
    );
    t.same(
      sent.map(({ statusCode }) => statusCode),
      Array(5).fill(201),
    );
    t.equal(new Set(sent.map(idOf)).size, 1);
    t.equal(await deps.db.$count(comments, eq(comments.episodeId, episodeId)), 1);
    const other = await app.call('POST /comments', {
      as: noor,
      headers,
      body: { episode_id: episodeId, body: 'Turn 1' },
    });
    t.not(idOf(other), idOf(sent[0] as never), 'a key is its sender’s own');
  });

  await t.test('SOC-16 edited, hidden, liked, answered and deleted at once leaves it deleted', async (t) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const episodeId = await start();
      const id = await write(mika, episodeId, 'Before');
      const statuses = await Promise.all([
        statusOf(app.call(`PATCH /comments/${id}`, { as: mika, body: { body: 'After' } })),
        statusOf(app.call(`POST /comments/${id}/hide`, { as: editor })),
        statusOf(app.call(`PUT /comments/${id}/pin`, { as: editor })),
        statusOf(app.call(`PUT /comments/${id}/like`, { as: noor })),
        statusOf(
          app.call('POST /comment_replies', { as: noor, body: { comment_id: id, body: `Round ${round}` } }),
        ),
        statusOf(app.call(`DELETE /comments/${id}`, { as: mika })),
      ]);
      t.ok(
        statuses.every((status) => [200, 201, 404, 409].includes(status)),
        statuses.join(),
      );
      const [row] = await deps.db.select().from(comments).where(eq(comments.id, id));
      t.match(row, { state: 'deleted', body: '', pinnedAt: null });
    }
    t.same(await correctCounts(deps), []);
  });

  await t.test('SOC-01 of comments that are pinned at once one is pinned', async (t) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const episodeId = await start();
      const ids = [];
      for (let n = 0; n < 4; n += 1) ids.push(await write(mika, episodeId, `Pin me ${n}`));
      const statuses = await Promise.all(
        ids.map((id) => statusOf(app.call(`PUT /comments/${id}/pin`, { as: editor }))),
      );
      t.same(statuses, Array(4).fill(200));
      const pinned = and(eq(comments.episodeId, episodeId), isNotNull(comments.pinnedAt));
      t.equal(await deps.db.$count(comments, pinned), 1);
      const list = (await app.call(`GET /comments?episode_id=${episodeId}`)).json();
      t.equal(list.comments.length, 4, 'none is lost between the pinned one and the others');
    }
  });

  await t.test('SOC-01 two who hide the same ones in another order both come through', async (t) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const [one, other] = [await start(), await start()];
      const above = [await write(mika, one, `A ${round}`), await write(mika, other, `B ${round}`)];
      const ids = [...above];
      for (let n = 0; n < 2; n += 1)
        for (const id of above) ids.push(await answer(noor, id, `Answer ${n} ${round}`));
      const hide = (those: string[]) =>
        statusOf(app.call('POST /creator/comments/hide', { as: editor, body: { ids: those } }));
      const statuses = await Promise.all([
        hide(ids),
        hide([...ids].reverse()),
        ...ids.map((id) => statusOf(app.call(`POST /comments/${id}/hide`, { as: editor }))),
      ]);
      t.same(statuses, Array(statuses.length).fill(200));
      t.equal((await app.call(`GET /comments?episode_id=${one}`)).json().comments_count, 0);
    }
    t.same(await correctCounts(deps), []);
  });
});
