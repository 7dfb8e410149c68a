/** A reader's display choices per story follow the account: the latest wins, and only a few are stored. */
import { eq } from 'drizzle-orm';
import t from 'tap';
import { storyChoices } from '#db/schema/index.ts';
import { CHOICES_MAX_COUNT } from '#server/domains/reading/library/rules.ts';
import { DIRECTIONS } from '#server/domains/reading/reader/rules.ts';
import { newId } from '#server/lib/ids.ts';
import { type Account, startTestApp } from '../../../support/app.ts';
import { openShelf } from '../../../support/shelf.ts';

const RTL = { direction: 'rtl', fit: 'width', pairs: 'moved', saver: true, onward: null } as const;
const DOWN = { direction: 'down', fit: null, pairs: 'cover', saver: false, onward: true } as const;
const TAKEN_BACK = { ...DOWN, direction: null, onward: null } as const;

t.test('what a reader has chosen', async (t) => {
  const app = await startTestApp({ environment: { COUNTRY_HEADER: 'x-country', TRUST_PROXY: '127.0.0.1' } });
  t.teardown(() => app.close());
  const { deps } = app;
  const { addAuthor, addEpisode, addStory } = openShelf(deps);
  const author = await addAuthor();
  const add = async (options: Parameters<typeof addStory>[2] = {}) => {
    const story = await addStory(author, {}, options);
    await addEpisode(story, 1);
    return story;
  };
  const choose = (as: Account, id: string, body: object, country = 'FR') =>
    app.call(`PUT /stories/${id}/choice`, { as, body, headers: { 'x-country': country } });
  const mine = async (as: Account, id: string) => (await app.call(`GET /stories/${id}/mine`, { as })).json();
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

  await t.test('RDR-12 RDR-13 the later choice counts, whichever comes in first', async (t) => {
    const [story, other] = [await add(), await add()];
    const reader = await app.signUp('Reader');
    t.equal((await choose(reader, story.id, RTL)).statusCode, 204);
    const { choice } = await mine(reader, story.id);
    t.match(choice, RTL);
    t.ok(Math.abs(Date.parse(choice.chosen_at) - Date.now()) < 60_000);
    t.equal((await choose(reader, story.id, { ...DOWN, chosen_at: ago(5) })).statusCode, 204);
    t.same((await mine(reader, story.id)).choice, choice, 'what a browser sends late is older');
    await choose(reader, story.id, DOWN);
    t.match((await mine(reader, story.id)).choice, DOWN);
    await choose(reader, story.id, { ...RTL, chosen_at: '2999-01-01T00:00:00.000Z' });
    const { choice: next } = await mine(reader, story.id);
    t.match(next, RTL);
    t.ok(Date.parse(next.chosen_at) <= Date.now(), 'no choice is of the future');
    await choose(reader, story.id, TAKEN_BACK);
    const { chosen_at: _at, ...last } = (await mine(reader, story.id)).choice;
    t.same(last, TAKEN_BACK, 'that it was taken back is known, too');
    t.equal((await mine(reader, other.id)).choice, null);
    t.equal((await mine(await app.signUp('Other'), story.id)).choice, null);
  });

  await t.test(
    'RDR-12 to RDR-15 all ways of reading are kept; a strip is never scrolled sideways',
    async (t) => {
      const [story, strip, novel] = [
        await add(),
        await addStory(author, { format: 'strip' }),
        await addStory(author, { publicationType: 'novel', genre: 'romance' }),
      ];
      for (const each of [strip, novel]) await addEpisode(each, 1);
      const reader = await app.signUp('Reader');
      for (const direction of DIRECTIONS) {
        t.equal((await choose(reader, story.id, { ...RTL, direction })).statusCode, 204);
        t.equal((await mine(reader, story.id)).choice.direction, direction);
      }
      const refused = await choose(reader, strip.id, { ...RTL, direction: 'ltr_along' });
      t.equal(refused.statusCode, 422);
      t.match(refused.json().fields, [{ direction: [/strip/] }]);
      t.equal((await choose(reader, strip.id, { ...RTL, direction: 'ltr_down' })).statusCode, 204);
      t.equal((await choose(reader, novel.id, RTL)).statusCode, 422, 'text has settings of its own');
      t.equal((await choose(reader, novel.id, TAKEN_BACK)).statusCode, 204);
    },
  );

  await t.test('RDR-13 the speed of pages that scroll by themselves holds in all stories', async (t) => {
    const [story, other] = [await add(), await add()];
    const reader = await app.signUp('Reader');
    for (const speed of [4, 7])
      t.equal(
        (await app.call('PUT /library/settings', { as: reader, body: { glide_speed: speed } })).statusCode,
        204,
      );
    for (const { id } of [story, other]) t.equal((await mine(reader, id)).glide_speed, 7);
    for (const wrong of [0, 10, 1.5, null])
      t.equal(
        (await app.call('PUT /library/settings', { as: reader, body: { glide_speed: wrong } })).statusCode,
        422,
      );
  });

  await t.test(
    'RDN-06 how novels are set is kept for all stories, and the later choice counts',
    async (t) => {
      const SEPIA = {
        ground: 'sepia',
        letters: 'clear',
        size: 5,
        lines: 'wide',
        margins: 'slim',
        edge: 'straight',
        hyphens: 'none',
        move: 'pages',
      } as const;
      const story = await add();
      const reader = await app.signUp('Reader');
      const keep = async (body: object) =>
        (await app.call('PUT /library/settings', { as: reader, body })).statusCode;
      const kept = async () => (await mine(reader, story.id)).prose;
      t.equal(await kept(), null);
      t.equal(await keep({ prose: { ...SEPIA, chosen_at: ago(2) } }), 204);
      t.match(await kept(), SEPIA);
      t.equal(await keep({ prose: { ...SEPIA, ground: 'black', chosen_at: ago(9) } }), 204);
      t.match(await kept(), SEPIA, 'what a browser sends late is older');
      t.equal(await keep({ glide_speed: 3 }), 204);
      t.match(await mine(reader, story.id), { glide_speed: 3, prose: SEPIA }, 'one leaves the other alone');
      t.equal(
        await keep({ prose: { ...SEPIA, ground: 'grey', chosen_at: '2999-01-01T00:00:00.000Z' } }),
        204,
      );
      t.match(await mine(reader, story.id), { glide_speed: 3, prose: { ground: 'grey' } });
      t.ok(Date.parse((await kept()).chosen_at) <= Date.now(), 'no choice is of the future');
      const { ground: _ground, ...partial } = SEPIA;
      for (const wrong of [
        {},
        { prose: partial },
        ...[0, 9, 2.5, '3'].map((size) => ({ prose: { ...SEPIA, size } })),
      ])
        t.equal(await keep(wrong), 422, JSON.stringify(wrong));
      for (const wrong of ['pink', null, ['sepia']])
        t.equal(await keep({ prose: { ...SEPIA, ground: wrong } }), 422);
      t.match(await kept(), { ground: 'grey' });
      t.equal((await mine(await app.signUp('Other'), story.id)).prose, null);
    },
  );

  await t.test('RDR-12 of what is not shown, of nobody and in another shape none is kept', async (t) => {
    const shut = await add({ geofilter: { type: 'deny', countries: ['DE'] } });
    const reader = await app.signUp('Reader');
    t.equal((await choose(reader, shut.id, RTL, 'DE')).statusCode, 451);
    t.equal((await choose(reader, newId(), RTL)).statusCode, 404);
    t.equal((await app.call(`PUT /stories/${shut.id}/choice`, { body: RTL })).statusCode, 401);
    for (const wrong of [
      { ...RTL, direction: 'up' },
      { ...RTL, pairs: null },
      { ...RTL, fit: 'x'.repeat(9000) },
      { ...RTL, onward: 'on' },
      { direction: 'rtl' },
    ])
      t.equal((await choose(reader, shut.id, wrong)).statusCode, 422);
    t.equal(await deps.db.$count(storyChoices, eq(storyChoices.readerId, reader.id)), 0);
  });

  await t.test('RDR-12 the oldest go when there are too many, and nobody sends without end', async (t) => {
    const reader = await app.signUp('Reader');
    const first = await add();
    await choose(reader, first.id, { ...RTL, chosen_at: '2001-01-01T00:00:00.000Z' });
    await deps.pool.query(
      `insert into stories (id, slug, owner_id, title, publication_type, genre, language)
       select gen_random_uuid(), 'many-' || n, $1, 'Many', 'novel', 'drama', 'en' from generate_series(1, $2::int) n`,
      [author, CHOICES_MAX_COUNT],
    );
    await deps.pool.query(
      `insert into story_choices (reader_id, story_id, pairs, saver, chosen_at)
       select $1, id, 'off', false, now() - interval '1 year' from stories where slug like 'many-%'`,
      [reader.id],
    );
    const latest = await add();
    await choose(reader, latest.id, DOWN);
    t.equal(await deps.db.$count(storyChoices, eq(storyChoices.readerId, reader.id)), CHOICES_MAX_COUNT);
    t.equal((await mine(reader, first.id)).choice, null);
    t.match((await mine(reader, latest.id)).choice, DOWN);
    await deps.pool.query(
      `insert into sign_in_failures (id, bucket, failed_at)
       select gen_random_uuid(), 'choice/user:' || $1, now() from generate_series(1, 300)`,
      [reader.id],
    );
    const refused = await choose(reader, latest.id, RTL);
    t.equal(refused.statusCode, 429);
    t.ok(Number(refused.headers['retry-after']) > 0);
    t.match((await mine(reader, latest.id)).choice, DOWN);
  });

  await t.test('RDR-12 two devices at once leave one whole choice', async (t) => {
    const story = await add();
    const reader = await app.signUp('Reader');
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, at) => choose(reader, story.id, at % 2 === 0 ? RTL : DOWN)),
    );
    t.same([...new Set(replies.map(({ statusCode }) => statusCode))], [204]);
    const { chosen_at: _at, ...choice } = (await mine(reader, story.id)).choice;
    t.ok(JSON.stringify(choice) === JSON.stringify(RTL) || JSON.stringify(choice) === JSON.stringify(DOWN));
  });
});
