import { asc, eq } from 'drizzle-orm';
import t from 'tap';
import { chapters, episodePages, users } from '#db/schema/index.ts';
import { DAY_MS } from '#server/lib/durations.ts';
import { newId } from '#server/lib/ids.ts';
import { type Account, startTestApp } from '../../../support/app.ts';
import { joinTeam } from '../../../support/figures.ts';
import { openShelf } from '../../../support/shelf.ts';

t.test('short notes and reactions', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const { deps } = app;
  const { addAuthor, addEpisode, addStory } = openShelf(deps);
  const author = await addAuthor();
  const [mika, noor] = [await app.signUp('Mika'), await app.signUp('Noor')];
  // New accounts may leave only few notes per minute.
  await deps.db.update(users).set({ createdAt: new Date(Date.now() - 30 * DAY_MS) });
  const start = async (texts: string[] = []) => {
    const story = await addStory(author, texts.length > 0 ? { publicationType: 'novel' } : {});
    const { id: episodeId } = await addEpisode(
      story,
      1,
      {},
      { pages: texts.length > 0 ? 0 : 3, chapters: texts },
    );
    const pages = await deps.db
      .select({ id: episodePages.id })
      .from(episodePages)
      .where(eq(episodePages.episodeId, episodeId))
      .orderBy(asc(episodePages.position));
    const parts = await deps.db
      .select({ id: chapters.id })
      .from(chapters)
      .where(eq(chapters.episodeId, episodeId))
      .orderBy(asc(chapters.position));
    return {
      storyId: story.id,
      episodeId,
      pages: pages.map(({ id }) => id),
      parts: parts.map(({ id }) => id),
    };
  };
  const leave = (as: Account | undefined, body: object) => app.call('POST /tsukkomi_comments', { as, body });
  const list = async (query: string, as?: Account) =>
    (await app.call(`GET /tsukkomi_comments?${query}`, { as })).json<{
      tsukkomi_comments: { id: string; body: string; offset: number | null; hidden: boolean }[];
    }>().tsukkomi_comments;
  const bodies = async (query: string, as?: Account) => (await list(query, as)).map(({ body }) => body);

  await t.test('SOC-13 SOC-19 API-22 a note is left at a place of a page', async (t) => {
    const { episodeId, pages } = await start();
    const reply = await leave(mika, {
      episode_id: episodeId,
      page_id: pages[0],
      x: 0.25,
      y: 1,
      body: '  Nine\nlamps ',
    });
    t.equal(reply.statusCode, 201);
    t.match(reply.json(), {
      tsukkomi_comment: { page_id: pages[0], x: 0.25, y: 1, body: 'Nine lamps', own: true },
      message: 'Note added',
    });
    t.same(await bodies(`episode_id=${episodeId}&page_id=${pages[0]}`), ['Nine lamps']);
    t.same(await bodies(`episode_id=${episodeId}`), [], 'a visitor names the page');
  });

  await t.test('SOC-10 SOC-19 what is wrong is refused by its field', async (t) => {
    const { episodeId, pages } = await start();
    const at = { episode_id: episodeId, page_id: pages[0], x: 0.5, y: 0.5 };
    for (const [body, field] of [
      [{ ...at, body: ' \n' }, 'body'],
      [{ ...at, body: '\ufe0f\u3164\u{e0041}\u{e007f}' }, 'body'],
      [{ ...at, body: 'é'.repeat(81) }, 'body'],
      [{ ...at, body: 'x', y: 2 }, 'y'],
      [{ ...at, body: 'x', x: Number.NaN }, 'x'],
      [{ ...at, body: 'x', x: -0.1 }, 'x'],
      [{ episode_id: episodeId, body: 'x' }, 'page_id'],
      [{ episode_id: episodeId, page_id: pages[0], x: 1, body: 'x' }, 'y'],
    ] as const) {
      const reply = await leave(mika, body);
      t.equal(reply.statusCode, 422, JSON.stringify(body));
      t.same(Object.keys(reply.json().fields[0]), [field]);
    }
    t.equal((await leave(mika, { ...at, page_id: newId(), body: 'x' })).statusCode, 404);
    t.equal((await leave(undefined, { ...at, body: 'x' })).statusCode, 401);
  });

  await t.test('SOC-13 nothing is sent from beyond the furthest point', async (t) => {
    const { episodeId, pages } = await start();
    for (const [index, page] of pages.entries())
      await leave(mika, {
        episode_id: episodeId,
        page_id: page,
        x: 0.5,
        y: 0.5,
        body: `On page ${index + 1}`,
      });
    t.same(await bodies(`episode_id=${episodeId}`, noor), ['On page 1']);
    t.same(await bodies(`episode_id=${episodeId}&page_id=${pages[2]}`, noor), []);
    await app.call(`PUT /episodes/${episodeId}/progress`, { as: noor, body: { item: 2, furthest_item: 2 } });
    t.same(await bodies(`episode_id=${episodeId}`, noor), ['On page 1', 'On page 2']);
    await app.call(`PUT /episodes/${episodeId}/progress`, { as: noor, body: { item: 3, furthest_item: 3 } });
    t.same(await bodies(`episode_id=${episodeId}&page_id=${pages[2]}`, noor), ['On page 3']);
  });

  await t.test('SOC-13 the same note twice is one; its author deletes it, the team hides it', async (t) => {
    const { episodeId, pages, storyId } = await start();
    const body = { episode_id: episodeId, page_id: pages[0], x: 0.5, y: 0.5, body: 'Twice' };
    const both = await Promise.all([leave(mika, body), leave(mika, body)]);
    const [id, same] = both.map((reply) => reply.json().tsukkomi_comment.id);
    t.equal(id, same);
    t.equal((await app.call(`DELETE /tsukkomi_comments/${id}`, { as: noor })).statusCode, 404);
    t.equal((await app.call(`POST /tsukkomi_comments/${id}/hide`, { as: noor })).statusCode, 404);
    const editor = await app.signUp('Editor');
    await joinTeam(app, storyId, editor, 'editor');
    t.equal((await app.call(`POST /tsukkomi_comments/${id}/hide`, { as: editor })).statusCode, 200);
    t.same(await bodies(`episode_id=${episodeId}&page_id=${pages[0]}`, noor), []);
    t.match(await list(`episode_id=${episodeId}`, mika), [{ hidden: true }]);
    t.equal((await app.call(`DELETE /tsukkomi_comments/${id}`, { as: mika })).statusCode, 200);
    t.same(await bodies(`episode_id=${episodeId}`, editor), []);
  });

  await t.test('SOC-13 a note at a text goes with its words', async (t) => {
    const text = '<p>The lamp was out. Nobody saw it that night.</p>';
    const { episodeId, parts } = await start([text]);
    const plain = 'The lamp was out. Nobody saw it that night.';
    const chapterId = parts[0] ?? '';
    const set = (next: string) =>
      deps.db.update(chapters).set({ plain: next }).where(eq(chapters.id, chapterId));
    await set(plain);
    const sent = await leave(mika, {
      episode_id: episodeId,
      chapter_id: chapterId,
      offset: plain.indexOf('Nobody'),
      body: 'Somebody did',
    });
    t.equal(sent.statusCode, 201, sent.body);
    t.equal(
      (await leave(mika, { episode_id: episodeId, chapter_id: chapterId, offset: 999, body: 'x' }))
        .statusCode,
      422,
    );
    const query = `episode_id=${episodeId}&chapter_id=${chapterId}`;
    await set(`At dusk. ${plain}`);
    t.equal((await list(query))[0]?.offset, plain.indexOf('Nobody') + 9);
    await set('All of it was written anew.');
    t.same(await list(query), []);
  });

  await t.test(
    'SOC-05 SOC-14 SOC-20 API-23 one feeling of each reader, taken back by the same again',
    async (t) => {
      const { episodeId, pages } = await start();
      const react = (as: Account | undefined, kind: string) =>
        app.call('POST /pop_reaction', { as, body: { page_id: pages[1], kind } });
      t.match((await react(mika, 'wow')).json(), { counts: { wow: 1, heart: 0 }, mine: 'wow' });
      t.match((await react(noor, 'wow')).json(), { counts: { wow: 2 }, mine: 'wow' });
      t.match((await react(mika, 'heart')).json(), { counts: { wow: 1, heart: 1 }, mine: 'heart' });
      t.match((await react(mika, 'heart')).json(), { counts: { wow: 1, heart: 0 }, mine: null });
      await Promise.all([react(mika, 'sad'), react(mika, 'clap'), react(noor, 'sad'), react(noor, 'clap')]);
      const all = async (as?: Account) =>
        (await app.call(`GET /pop_reactions?episode_id=${episodeId}`, { as })).json().pop_reactions;
      const [felt] = await all(mika);
      t.equal(felt.item_id, pages[1]);
      const counts = Object.values<number>(felt.counts);
      t.equal(
        counts.reduce((sum, count) => sum + count, 0),
        2,
        'one each, whatever came at once',
      );
      t.ok(felt.counts[felt.mine] >= 1);
      t.match(await all(), [{ mine: null }]);
      t.equal((await react(mika, 'boring')).statusCode, 422);
      t.equal((await react(undefined, 'wow')).statusCode, 401);
    },
  );

  await t.test('SOC-13 who is muted leaves no notes for the reader', async (t) => {
    const { episodeId, pages } = await start();
    await leave(noor, { episode_id: episodeId, page_id: pages[0], x: 0, y: 0, body: 'From Noor' });
    await app.call(`PUT /users/${noor.id}/mute`, { as: mika });
    t.same(await bodies(`episode_id=${episodeId}`, mika), []);
    await app.call(`DELETE /users/${noor.id}/mute`, { as: mika });
    t.same(await bodies(`episode_id=${episodeId}`, mika), ['From Noor']);
  });

  await t.test(
    'SOC-13 notes and feelings keep to their page when pages are sorted, and go with it',
    async (t) => {
      const { episodeId, pages } = await start();
      const [moved = ''] = pages;
      await leave(mika, { episode_id: episodeId, page_id: moved, x: 0.5, y: 0.5, body: 'Stays' });
      await app.call('POST /pop_reaction', { as: mika, body: { page_id: moved, kind: 'wow' } });
      const left = async () => (await app.call(`GET /pop_reactions?episode_id=${episodeId}`)).json();
      t.match(await left(), { noted_ids: [moved], pop_reactions: [{ item_id: moved }], moderates: false });
      await deps.db.update(episodePages).set({ position: 99 }).where(eq(episodePages.id, moved));
      t.same(await bodies(`episode_id=${episodeId}&page_id=${moved}`), ['Stays']);
      t.same((await left()).noted_ids, [moved]);
      t.same(await bodies(`episode_id=${episodeId}`, noor), [], 'it is the last page now');
      await deps.db.delete(episodePages).where(eq(episodePages.id, moved));
      t.same((await left()).noted_ids, []);
    },
  );

  await t.test(
    'SOC-13 SOC-19 sent again under its key it is one, and who has just come leaves few',
    async (t) => {
      const { episodeId, pages } = await start();
      const late = await app.signUp('Late');
      const send = (body: string, key?: string) =>
        app.call('POST /tsukkomi_comments', {
          as: late,
          body: { episode_id: episodeId, page_id: pages[0], x: 0, y: 0, body },
          ...(key && { headers: { 'idempotency-key': key } }),
        });
      const key = 'f81d4fae-7dec-11d0-a765-00a0c91e6bf6';
      const [one, other] = [await send('first', key), await send('first, mended', key)];
      t.equal(one.json().tsukkomi_comment.id, other.json().tsukkomi_comment.id);
      for (let count = 2; count <= 6; count += 1) t.equal((await send(`note ${count}`)).statusCode, 201);
      const refused = await send('one too many');
      t.same([refused.statusCode, refused.headers['retry-after'] !== undefined], [429, true]);
    },
  );

  await t.test('SOC-13 the team shows again what it has hidden', async (t) => {
    const { episodeId, pages, storyId } = await start();
    const editor = await app.signUp('Second editor');
    await joinTeam(app, storyId, editor, 'editor');
    const body = { episode_id: episodeId, page_id: pages[0], x: 0.5, y: 0.5, body: 'Too loud' };
    const { id } = (await leave(mika, body)).json().tsukkomi_comment;
    await app.call(`POST /tsukkomi_comments/${id}/hide`, { as: editor });
    t.same(await bodies(`episode_id=${episodeId}&page_id=${pages[0]}`), []);
    t.equal((await app.call(`POST /tsukkomi_comments/${id}/show`, { as: noor })).statusCode, 404);
    t.equal((await app.call(`POST /tsukkomi_comments/${id}/show`, { as: editor })).statusCode, 200);
    t.same(await bodies(`episode_id=${episodeId}&page_id=${pages[0]}`), ['Too loud']);
    t.match((await app.call(`GET /pop_reactions?episode_id=${episodeId}`, { as: editor })).json(), {
      moderates: true,
    });
  });
});
