import t from 'tap';
import { users } from '#db/schema/index.ts';
import { DAY_MS } from '#server/lib/durations.ts';
import { type Account, startTestApp } from '../../../support/app.ts';
import { createEpisode, createStory, uploadCover } from '../../../support/console.ts';

const HTML = `<h2>One</h2><p>The lamp was out.<br/>Nobody saw it that night.</p>
  <p><ruby>雪<rt>ゆき</rt></ruby>が降る。 The stairs had thirty-one steps, and Elias counted them.</p>`;
/** The page's text without separators between blocks and words, and without ruby. */
const COUNTED =
  'OneThe lamp was out.Nobody saw it that night.雪が降る。 The stairs had thirty-one steps, and Elias counted them.';

type Listed = { tsukkomi_comments: { body: string; offset: number }[]; further: number; reached: boolean };

t.test('short notes at a text', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const creator = await app.signUp('Mira');
  const [mika, noor] = [await app.signUp('Mika'), await app.signUp('Noor')];
  // New accounts may leave only few notes per minute.
  await app.deps.db.update(users).set({ createdAt: new Date(Date.now() - 30 * DAY_MS) });

  async function must(name: string, as: Account, body: object = {}) {
    const reply = await app.call(name, { as, body });
    if (reply.statusCode >= 300) throw new Error(`${name}: ${reply.body}`);
    return reply.body === '' ? {} : reply.json();
  }

  async function publish(texts: string[]) {
    const cover = await uploadCover(app, creator);
    const story = await createStory(app, creator, { publication_type: 'novel', cover_media_id: cover });
    await app.runJobs();
    const { id } = await createEpisode(app, creator, story.id);
    const parts: string[] = [];
    for (const html of texts) {
      const added = await must('POST /creator/episodes/chapters', creator, {
        episode_id: id,
        title: 'A',
        html,
      });
      parts.push(added.chapter.id);
    }
    await must(`POST /creator/episodes/${id}/publish`, creator);
    const list = async (
      part: number,
      { as, upto }: { as?: Account; upto?: number } = {},
    ): Promise<Listed> => {
      const at = `episode_id=${id}&chapter_id=${parts[part]}${upto === undefined ? '' : `&upto=${upto}`}`;
      return (await app.call(`GET /tsukkomi_comments?${at}`, { as })).json();
    };
    const leave = async (part: number, offset: number, body: string, as = mika) => {
      const place = { episode_id: id, chapter_id: parts[part], offset };
      return app.call('POST /tsukkomi_comments', { as, body: { ...place, body } });
    };
    const edit = async (part: number, html: string) => {
      await must(`POST /creator/episodes/${id}/unpublish`, creator);
      await must(`PATCH /creator/episodes/chapters/${parts[part]}`, creator, { html });
      await must(`POST /creator/episodes/${id}/publish`, creator);
    };
    return { id, parts, list, leave, edit };
  }

  await t.test('SOC-13 SOC-19 a place is counted as the page counts it', async (t) => {
    const { list, leave } = await publish([HTML]);
    const at = COUNTED.indexOf('が降る');
    t.equal((await leave(0, at, 'snow again')).statusCode, 201);
    t.equal((await leave(0, COUNTED.length, 'the end')).statusCode, 201);
    const beyond = await leave(0, COUNTED.length + 1, 'x');
    t.same([beyond.statusCode, Object.keys(beyond.json().fields[0])], [422, ['offset']]);
    t.match((await list(0)).tsukkomi_comments, [{ offset: at }, { offset: COUNTED.length }]);
    for (const offset of [-1, 1.5, 1e9]) t.equal((await leave(0, offset, 'x')).statusCode, 422);
  });

  await t.test('SOC-13 a note keeps its place when its words are still there', async (t) => {
    const { list, leave, edit } = await publish([HTML]);
    const at = COUNTED.indexOf('Nobody');
    await leave(0, at, 'somebody did');
    const offsets = async () => (await list(0)).tsukkomi_comments.map(({ offset }) => offset);
    await edit(0, `<p>It had been dusk for hours.</p>${HTML}`);
    t.same(await offsets(), [at + 'It had been dusk for hours.'.length], 'something new stands before it');
    // The note's sentence is now a separate paragraph, and the following text is new.
    await edit(0, '<p>The lamp was out.</p><p>Nobody saw it that</p><p><em>night</em>. Elias slept.</p>');
    t.same(await offsets(), ['The lamp was out.'.length]);
    await edit(0, '<p>The lamp was out. Everybody saw it.</p>');
    t.same(await offsets(), [], 'its words are gone');
    await edit(0, HTML);
    t.same(await offsets(), [at], 'and come back');
  });

  await t.test('SOC-13 of the words that stand twice the nearest are its own', async (t) => {
    const line = 'They climbed the stairs again, one by one, in the dark.';
    const { list, leave, edit } = await publish([`<p>${line}</p><p>Pause.</p><p>${line}</p>`]);
    await leave(0, line.length + 6, 'again!');
    await edit(0, `<p>${line}</p><p>Long pause.</p><p>${line}</p>`);
    t.match((await list(0)).tsukkomi_comments, [{ offset: line.length + 11 }]);
  });

  await t.test('SOC-13 nothing is sent from beyond the part that has been on the screen', async (t) => {
    const { id, list, leave } = await publish([HTML, HTML]);
    const early = COUNTED.indexOf('lamp');
    const late = COUNTED.indexOf('Elias');
    for (const part of [0, 1]) {
      await leave(part, early, 'early');
      await leave(part, late, 'late');
    }
    const bodies = async (part: number, ask: Parameters<typeof list>[1]) => {
      const { tsukkomi_comments: notes, further } = await list(part, ask);
      return [...notes.map(({ body }) => body), further];
    };
    const keep = (item: number, offset: number) =>
      must(`PUT /episodes/${id}/progress`, noor, { item, furthest_item: item, offset, finished: false });

    t.same(await bodies(0, { upto: early }), ['early', 1], 'a visitor says how far they are');
    t.same(await bodies(0, {}), ['early', 'late', 0], 'or asks for the chapter');
    const reached = async (part: number) => (await list(part, { as: noor })).reached;
    t.same([await reached(0), await reached(1)], [true, false], 'everybody may begin');
    t.same(await bodies(0, { as: noor }), [2], 'who has read nothing is told of nothing');
    t.same(await bodies(0, { as: noor, upto: early }), ['early', 1]);
    t.same(await bodies(1, { as: noor, upto: late }), [2], 'nobody has been in the second chapter');
    await keep(1, 0.5);
    t.same(await bodies(0, { as: noor }), ['early', 1], 'the account knows the place');
    await keep(2, 0);
    t.same([await reached(0), await reached(1)], [true, true]);
    t.same(await bodies(0, { as: noor, upto: 0 }), ['early', 'late', 0], 'a chapter is behind them');
    t.same(await bodies(1, { as: noor, upto: late }), ['early', 'late', 0]);
    await keep(1, 0);
    t.same(await bodies(1, { as: noor }), [2], 'where they have been in it nobody knows');
    t.same(await bodies(0, { as: mika }), ['early', 'late', 0], 'own ones always');
    t.same(await bodies(1, { as: creator }), ['early', 'late', 0], 'the team reads all');
  });

  await t.test('SOC-13 SOC-14 SOC-20 a chapter takes reactions and its notes go with it', async (t) => {
    const { id, parts, leave, list } = await publish([HTML, HTML]);
    await leave(1, 0, 'gone soon');
    const felt = await must('POST /pop_reaction', mika, { chapter_id: parts[1], kind: 'wow' });
    t.match(felt, { counts: { wow: 1 }, mine: 'wow' });
    const all = async () => (await app.call(`GET /pop_reactions?episode_id=${id}`, { as: mika })).json();
    t.match(await all(), { pop_reactions: [{ item_id: parts[1], mine: 'wow' }] });
    await must(`POST /creator/episodes/${id}/unpublish`, creator);
    t.equal((await app.call(`GET /pop_reactions?episode_id=${id}`)).statusCode, 404);
    await must(`DELETE /creator/episodes/chapters/${parts[1]}`, creator);
    await must(`POST /creator/episodes/${id}/publish`, creator);
    t.equal((await leave(1, 0, 'x')).statusCode, 404);
    t.same((await list(0)).tsukkomi_comments, []);
  });
});
