import { eq } from 'drizzle-orm';
import t from 'tap';
import { episodeCounters, episodes, pricingStrategies, users } from '#db/schema/index.ts';
import { newId } from '#server/lib/ids.ts';
import { type Account, startTestApp } from '../../../support/app.ts';
import { joinTeam } from '../../../support/figures.ts';
import { openShelf } from '../../../support/shelf.ts';

const DAY_MS = 24 * 3_600_000;

t.test('comments', async (t) => {
  const app = await startTestApp({ environment: { COUNTRY_HEADER: 'x-country', TRUST_PROXY: '127.0.0.1' } });
  t.teardown(() => app.close());
  const { deps } = app;
  let nowMs = Date.now();
  deps.clock.now = () => new Date(nowMs);
  const { addAuthor, addEpisode, addStory } = openShelf(deps);
  const author = await addAuthor();
  const [mika, noor, third] = [await app.signUp('Mika'), await app.signUp('Noor'), await app.signUp('Third')];
  // Makes all accounts old. Tests of new accounts say so.
  await deps.db.update(users).set({ createdAt: new Date(nowMs - 30 * DAY_MS) });
  const start = async () => {
    nowMs += 120_000;
    const story = await addStory(author);
    const { id } = await addEpisode(story, 1);
    return { storyId: story.id, episodeId: id };
  };
  const write = (as: Account | undefined, body: object, headers = {}) =>
    app.call('POST /comments', { as, body, headers });
  const answer = (as: Account | undefined, body: object) => app.call('POST /comment_replies', { as, body });
  const list = async (query: string, as?: Account) =>
    (await app.call(`GET /comments?${query}`, { as })).json<{
      comments: { id: string; body: string; gone: boolean; replies_count: number; own: boolean }[];
      total: number;
      comments_count: number;
    }>();
  const countOf = async (episodeId: string) => {
    const [row] = await deps.db
      .select()
      .from(episodeCounters)
      .where(eq(episodeCounters.episodeId, episodeId));
    return row?.commentsCount ?? 0;
  };
  const idOf = (reply: { json(): unknown }) => {
    const { comment, reply: own } = reply.json() as { comment?: { id: string }; reply?: { id: string } };
    return (comment ?? own)?.id ?? '';
  };

  await t.test('SOC-01 SOC-11 API-18 ERR-64 a signed-in user comments on an episode', async (t) => {
    const { episodeId, storyId } = await start();
    const reply = await write(mika, { episode_id: episodeId, body: '  The lamp was out. ' });
    t.equal(reply.statusCode, 201);
    t.match(reply.json(), {
      comment: {
        body: 'The lamp was out.',
        own: true,
        episode_id: episodeId,
        story_id: storyId,
        comment_id: null,
        author: { display_name: 'Mika', is_team: false },
        edited_at: null,
        hidden: false,
        held: false,
      },
      message: 'Comment added',
    });
    const seen = await list(`episode_id=${episodeId}`);
    t.match(seen, { comments: [{ body: 'The lamp was out.', own: false }], total: 1, comments_count: 1 });
    t.equal(await countOf(episodeId), 1);
    t.same((await list(`story_id=${storyId}`)).comments, [], 'the story as a whole has a list of its own');
    await write(mika, { story_id: storyId, body: 'All of it' });
    t.match(await list(`story_id=${storyId}`), { comments: [{ body: 'All of it' }], total: 1 });
  });

  await t.test('SOC-09 SOC-10 ERR-46 a blank comment or reply is refused by field', async (t) => {
    const { episodeId } = await start();
    const id = idOf(await write(mika, { episode_id: episodeId, body: 'x' }));
    for (const body of [
      '',
      ' \n\t',
      '\u200b\u2060',
      '\ufe0f',
      '\u{e0041}\u{e007f}',
      '\u3164\u2800',
      undefined,
    ]) {
      for (const reply of [
        await write(mika, { episode_id: episodeId, body }),
        await answer(mika, { comment_id: id, body }),
      ]) {
        t.equal(reply.statusCode, 422);
        t.same(reply.json().fields, [{ body: ["can't be blank"] }]);
      }
    }
    const long = await write(mika, { episode_id: episodeId, body: 'é'.repeat(2001) });
    t.match(long.json().fields, [{ body: [/too long/] }]);
    const fifty = Array.from({ length: 50 }, (_, index) => `@person-${index}`).join(' ');
    const many = await write(mika, { episode_id: episodeId, body: fifty });
    t.same(many.json().fields, [{ body: ['mentions more than 10 people'] }]);
    for (const place of [{}, { episode_id: episodeId, story_id: newId() }])
      t.equal((await write(mika, { ...place, body: 'Where' })).statusCode, 422);
  });

  await t.test(
    'SOC-02 SOC-12 SOC-17 SOC-18 API-20 API-21 ERR-67 a reply stands below its comment',
    async (t) => {
      const { episodeId } = await start();
      const id = idOf(await write(mika, { episode_id: episodeId, body: 'Who lit it?' }));
      const reply = await answer(noor, { comment_id: id, body: 'The moth' });
      t.equal(reply.statusCode, 201);
      t.match(reply.json(), { reply: { comment_id: id, body: 'The moth' }, message: 'Reply sent' });
      const second = await answer(mika, { comment_id: idOf(reply), body: 'A moth cannot' });
      t.equal(second.json().reply.comment_id, id, 'an answer to a reply belongs to the same comment');
      const all = (await app.call(`GET /comment_replies?comment_id=${id}`)).json();
      t.match(all, { replies: [{ body: 'The moth' }, { body: 'A moth cannot' }], total: 2 });
      t.match(await list(`episode_id=${episodeId}`), {
        comments: [{ id, replies_count: 2 }],
        comments_count: 3,
      });
      t.equal(await countOf(episodeId), 3);
    },
  );

  await t.test('SOC-16 API-19 ERR-65 only its author edits; later changes are told', async (t) => {
    const { episodeId } = await start();
    const id = idOf(await write(mika, { episode_id: episodeId, body: 'Frist' }));
    const edit = (as: Account, body: string) => app.call(`PATCH /comments/${id}`, { as, body: { body } });
    t.equal((await edit(noor, 'Mine')).statusCode, 404);
    nowMs += 4 * 60_000;
    t.match((await edit(mika, 'First')).json(), {
      comment: { body: 'First', edited_at: null },
      message: 'Comment edited',
    });
    nowMs += 2 * 60_000;
    t.match((await edit(mika, 'Second')).json(), {
      comment: { edited_at: new Date(nowMs).toISOString() },
    });
    t.same((await edit(mika, ' ')).json().fields, [{ body: ["can't be blank"] }]);
    t.match((await app.call(`GET /comments/${id}`)).json(), { comment: { body: 'Second' }, page: 1 });
  });

  await t.test('SOC-16 ERR-66 only its author deletes; where replies stand a place is left', async (t) => {
    const { episodeId } = await start();
    const [alone, answered] = [
      idOf(await write(mika, { episode_id: episodeId, body: 'Alone' })),
      idOf(await write(mika, { episode_id: episodeId, body: 'Answered' })),
    ];
    const reply = idOf(await answer(noor, { comment_id: answered, body: 'Yes' }));
    const remove = (as: Account, id: string) => app.call(`DELETE /comments/${id}`, { as });
    t.equal((await remove(noor, alone)).statusCode, 404);
    for (const _ of [1, 2]) t.match((await remove(mika, alone)).json(), { message: 'Comment deleted' });
    await remove(mika, answered);
    const seen = await list(`episode_id=${episodeId}`, mika);
    t.match(seen, { comments: [{ id: answered, body: '', gone: true, author: null }], total: 1 });
    t.equal(seen.comments_count, 1);
    t.equal(await countOf(episodeId), 1);
    t.equal((await answer(mika, { comment_id: answered, body: 'Still here' })).statusCode, 201);
    await app.call(`DELETE /comment_replies/${reply}`, { as: noor });
    t.equal(await countOf(episodeId), 1);
  });

  await t.test('SOC-23 visitors read, and writing asks for an account', async (t) => {
    const { episodeId } = await start();
    const id = idOf(await write(mika, { episode_id: episodeId, body: 'Hello' }));
    for (const reply of [
      await write(undefined, { episode_id: episodeId, body: 'x' }),
      await answer(undefined, { comment_id: id, body: 'x' }),
      await app.call(`PATCH /comments/${id}`, { body: { body: 'x' } }),
      await app.call(`DELETE /comments/${id}`),
      await app.call(`PUT /comments/${id}/like`),
    ])
      t.equal(reply.statusCode, 401);
  });

  await t.test('SOC-01 who may not read an episode may not read or write its comments', async (t) => {
    const { episodeId, storyId } = await start();
    const id = idOf(await write(mika, { episode_id: episodeId, body: 'Before' }));
    const statuses = async () => [
      (await app.call(`GET /comments?episode_id=${episodeId}`)).statusCode,
      (await app.call(`GET /comment_replies?comment_id=${id}`)).statusCode,
      (await app.call(`GET /comments/${id}`)).statusCode,
      (await write(noor, { episode_id: episodeId, body: `No ${nowMs}` })).statusCode,
      (await answer(noor, { comment_id: id, body: `No ${nowMs}` })).statusCode,
    ];
    await deps.db
      .insert(pricingStrategies)
      .values({ storyId, type: 'all_premium', priceCoins: 5 })
      .onConflictDoUpdate({
        target: pricingStrategies.storyId,
        set: { type: 'all_premium', priceCoins: 5 },
      });
    deps.cache.purge([`episode:${episodeId}`]);
    t.same(await statuses(), [402, 402, 402, 402, 402]);
    await deps.db.update(episodes).set({ status: 'in_progress' }).where(eq(episodes.id, episodeId));
    deps.cache.purge([`episode:${episodeId}`]);
    t.same(await statuses(), [404, 404, 404, 404, 404]);
    t.equal((await write(noor, { episode_id: newId(), body: 'x' })).statusCode, 404);
  });

  await t.test('SOC-15 the same comment sent twice is one', async (t) => {
    const { episodeId } = await start();
    const body = { episode_id: episodeId, body: 'Once' };
    const both = await Promise.all([write(mika, body), write(mika, body)]);
    t.equal(idOf(both[0] as never), idOf(both[1] as never));
    const key = { 'Idempotency-Key': 'k-1' };
    const keyed = idOf(await write(mika, { ...body, body: 'Keyed' }, key));
    nowMs += 3_600_000;
    t.equal(idOf(await write(mika, { ...body, body: 'Keyed' }, key)), keyed);
    t.not(idOf(await write(mika, body)), idOf(both[0] as never), 'later it is another one');
    t.equal((await list(`episode_id=${episodeId}`)).total, 3);
  });

  await t.test('SOC-01 there is a limit, which a repeated call does not meet', async (t) => {
    const { episodeId } = await start();
    const send = (turn: number) =>
      write(third, { episode_id: episodeId, body: `No. ${turn}` }, { 'Idempotency-Key': `turn-${turn}` });
    const codes = [];
    for (let turn = 1; turn <= 11; turn += 1) codes.push((await send(turn)).statusCode);
    t.same(codes, [...Array(10).fill(201), 429]);
    t.equal((await send(3)).statusCode, 201);
    nowMs += 61_000;
    t.equal((await send(11)).statusCode, 201);
  });

  await t.test('SOC-01 links by accounts under a day old wait for the team', async (t) => {
    const { episodeId, storyId } = await start();
    const fresh = await app.signUp('Fresh');
    await deps.db
      .update(users)
      .set({ createdAt: new Date(nowMs - DAY_MS / 2) })
      .where(eq(users.id, fresh.id));
    const team = await app.signUp('Team');
    await joinTeam(app, storyId, team, 'editor');
    const sent = await write(fresh, { episode_id: episodeId, body: 'See https://example.org/win now' });
    t.match(sent.json(), { comment: { held: true }, message: /reviews it first/ });
    const id = idOf(sent);
    t.same((await list(`episode_id=${episodeId}`, noor)).comments, []);
    t.equal((await list(`episode_id=${episodeId}`, fresh)).comments.length, 1);
    t.equal(await countOf(episodeId), 0);
    t.match((await app.call('GET /creator/comments?state=held', { as: team })).json(), {
      comments: [{ id, state: 'held' }],
      held_count: 1,
    });
    t.equal((await app.call(`POST /comments/${id}/show`, { as: noor })).statusCode, 404);
    t.equal((await app.call(`POST /comments/${id}/show`, { as: team })).statusCode, 200);
    t.match((await list(`episode_id=${episodeId}`)).comments, [
      { parts: [{ text: 'See ' }, { url: 'https://example.org/win' }, { text: ' now' }] },
    ]);
    t.equal((await write(fresh, { episode_id: episodeId, body: 'No link' })).json().comment.held, false);
  });

  await t.test('SOC-21 a comment is liked once by each, and sorted by that', async (t) => {
    const { episodeId } = await start();
    const [first, second] = [
      idOf(await write(mika, { episode_id: episodeId, body: 'First' })),
      idOf(await write(mika, { episode_id: episodeId, body: 'Second' })),
    ];
    const like = (as: Account, method = 'PUT') => app.call(`${method} /comments/${first}/like`, { as });
    for (const _ of [1, 2]) t.match((await like(noor)).json(), { liked: true, likes_count: 1 });
    t.match((await like(third)).json(), { likes_count: 2 });
    const ids = async (sort: string) =>
      (await list(`episode_id=${episodeId}&sort=${sort}`)).comments.map(({ id }) => id);
    t.same(await ids('top'), [first, second]);
    t.same(await ids('new'), [second, first]);
    t.match((await like(noor, 'DELETE')).json(), { liked: false, likes_count: 1 });
  });

  await t.test('SOC-02 who is muted or blocked is not seen, and who is blocked cannot answer', async (t) => {
    const { episodeId } = await start();
    const other = idOf(await write(noor, { episode_id: episodeId, body: 'From Noor' }));
    const own = idOf(await write(mika, { episode_id: episodeId, body: 'From Mika' }));
    await answer(noor, { comment_id: own, body: 'Noor answers' });
    t.equal((await app.call(`PUT /users/${noor.id}/mute`, { as: mika })).statusCode, 200);
    t.same(
      (await list(`episode_id=${episodeId}`, mika)).comments.map(({ id }) => id),
      [own],
    );
    t.same((await app.call(`GET /comment_replies?comment_id=${own}`, { as: mika })).json().replies, []);
    t.equal((await list(`episode_id=${episodeId}`, third)).comments.length, 2);
    t.equal((await answer(noor, { comment_id: own, body: 'Muted, and never told' })).statusCode, 201);
    await app.call(`PUT /users/${noor.id}/block`, { as: mika });
    const refused = await answer(noor, { comment_id: own, body: 'Blocked' });
    t.equal(refused.statusCode, 409);
    t.equal(refused.json().code, 'not_heard');
    t.match((await app.call('GET /user/people', { as: mika })).json(), {
      people: [{ id: noor.id, kind: 'blocked' }],
      total: 1,
    });
    await app.call(`DELETE /users/${noor.id}/block`, { as: mika });
    t.ok((await list(`episode_id=${episodeId}`, mika)).comments.some(({ id }) => id === other));
    t.equal((await app.call(`PUT /users/${mika.id}/block`, { as: mika })).statusCode, 422);
    t.equal((await app.call(`PUT /users/${newId()}/block`, { as: mika })).statusCode, 404);
  });

  await t.test('SOC-02 a name that is somebody’s is a mention', async (t) => {
    const { episodeId } = await start();
    const [person] = await deps.db.select().from(users).where(eq(users.id, noor.id));
    const sent = await write(mika, {
      episode_id: episodeId,
      body: `Ask @${person?.slug}, not @nobody-at-all or mika@${person?.slug}`,
    });
    t.same(sent.json().comment.parts, [
      { text: 'Ask ' },
      { text: `@${person?.slug}`, mention: person?.slug },
      { text: `, not @nobody-at-all or mika@${person?.slug}` },
    ]);
  });
});
