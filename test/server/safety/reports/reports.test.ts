import { eq } from 'drizzle-orm';
import t from 'tap';
import { stories, users, violationReports } from '#db/schema/index.ts';
import { REPORT_CATEGORIES } from '#server/domains/safety/reports/rules.ts';
import { newId } from '#server/lib/ids.ts';
import { type Account, startTestApp } from '../../../support/app.ts';
import { openShelf } from '../../../support/shelf.ts';

t.test('reports', async (t) => {
  const app = await startTestApp({ environment: { COUNTRY_HEADER: 'x-country', TRUST_PROXY: '127.0.0.1' } });
  t.teardown(() => app.close());
  const { deps } = app;
  const { addAuthor, addEpisode, addStory } = openShelf(deps);
  const author = await addAuthor('Mirko Haas');
  const reader = await app.signUp('Reader');
  const seasoned = async (account: Account) => {
    await deps.db
      .update(users)
      .set({ createdAt: new Date(0) })
      .where(eq(users.id, account.id));
    return account;
  };
  await seasoned(reader);
  const start = async () => {
    const story = await addStory(author, { title: 'Ash Street' });
    const { id } = await addEpisode(story, 1);
    return { storyId: story.id, slug: story.slug, episodeId: id };
  };
  const send = (body: object, as: Account | undefined = reader, headers = {}) =>
    app.call('POST /violation', { as, body, headers });
  const ofStory = (id: string, extra: object = {}) => ({
    subject_type: 'story',
    subject_id: id,
    category: 'spam',
    ...extra,
  });
  const listOf = async (as = reader, query = '') =>
    (await app.call(`GET /user/violations${query}`, { as })).json();

  await t.test(
    'API-57, REP-05, REP-06, ERR-70, STP-06 a report is taken, and its reporter gets a receipt',
    async (t) => {
      const { storyId, episodeId, slug } = await start();
      const reply = await send(ofStory(storyId, { category: 'copyright', text: ' Drawn by me. ' }));
      t.equal(reply.statusCode, 201);
      const { report, notice } = reply.json();
      t.match(notice, { is_success: true, message: /^Violation reported/ });
      t.match(report, { category: 'copyright', text: 'Drawn by me.', state: 'open', decided_at: null });
      t.ok(Number.isInteger(report.number) && !Number.isNaN(Date.parse(report.created_at)));
      const mine = (await app.call(`GET /stories/${storyId}/mine`, { as: reader })).json();
      t.same(mine.reported, { number: report.number, created_at: report.created_at });
      const other = await app.signUp();
      t.equal((await app.call(`GET /stories/${storyId}/mine`, { as: other })).json().reported, null);
      t.equal(
        (await send({ subject_type: 'episode', subject_id: episodeId, category: 'hate' })).statusCode,
        201,
      );
      t.equal(
        (await send({ subject_type: 'user', subject_id: author, category: 'harassment' })).statusCode,
        201,
      );
      t.match(await listOf(), {
        total: 3,
        violations: [
          { subject_type: 'user', subject: { title: 'Mirko Haas', number: null } },
          { subject_type: 'episode', subject: { title: 'Ash Street: Part 1', slug, number: 1 } },
          { subject_type: 'story', subject: { title: 'Ash Street', slug } },
        ],
      });
      t.match(await listOf(reader, '?per_page=1&page=3'), {
        total: 3,
        violations: [{ number: report.number }],
      });
      t.match(await listOf(other), { total: 0, violations: [] });
      await deps.db.update(stories).set({ published: false }).where(eq(stories.id, storyId));
      t.same(
        (await listOf()).violations.map(({ subject }: { subject: object | null }) => subject !== null),
        [true, false, false],
        'what is gone is named no more',
      );
    },
  );

  await t.test('REP-04, ERR-47 it needs a category, and what fits none needs words', async (t) => {
    const { storyId } = await start();
    const without = await send({ subject_type: 'story', subject_id: storyId });
    t.equal(without.statusCode, 422);
    t.same(without.json().fields, [{ category: ["can't be blank"] }]);
    t.equal((await send(ofStory(storyId, { category: 'boring' }))).statusCode, 422);
    for (const text of [undefined, '', '  ', '\u200b', '\ufe0f\u3164'])
      t.same((await send(ofStory(storyId, { category: 'other', text }))).json().fields, [
        { text: ["can't be blank"] },
      ]);
    t.equal((await send(ofStory(storyId, { text: 'x'.repeat(1001) }))).statusCode, 422);
    t.equal((await send({ ...ofStory(storyId), subject_type: 'address' })).statusCode, 422);
    t.equal(await deps.db.$count(violationReports, eq(violationReports.subjectId, storyId)), 0);
    t.equal((await send(ofStory(storyId, { category: 'other', text: '😀'.repeat(1000) }))).statusCode, 201);
  });

  await t.test('REP-09 the categories are those that are offered', async (t) => {
    const { categories } = (await app.call('GET /categories?kind=report')).json();
    t.same(
      categories.map(({ id }: { id: string }) => id),
      REPORT_CATEGORIES,
    );
    t.equal(categories.length, 10);
    t.ok(categories.every(({ label }: { label: string }) => label !== ''));
  });

  await t.test(
    'REP-06 one open report of a thing, also of many sent at once; decided, it may be another',
    async (t) => {
      const { storyId } = await start();
      const replies = await Promise.all(
        [1, 2, 3, 4, 5].map((turn) => send(ofStory(storyId, { text: `Try ${turn}` }))),
      );
      t.same(replies.map(({ statusCode }) => statusCode).sort(), [201, 409, 409, 409, 409]);
      const receipt = replies.find(({ statusCode }) => statusCode === 201)?.json().report;
      for (const reply of replies.filter(({ statusCode }) => statusCode === 409)) {
        t.match(reply.json(), { code: 'already_reported', report: receipt });
        t.match(reply.json().message, `no. ${receipt.number} `);
      }
      t.equal((await send(ofStory(storyId), await app.signUp())).statusCode, 201, 'another reader may');
      await deps.db
        .update(violationReports)
        .set({ state: 'rejected', decidedAt: new Date() })
        .where(eq(violationReports.number, receipt.number));
      t.equal((await app.call(`GET /stories/${storyId}/mine`, { as: reader })).json().reported, null);
      t.equal((await send(ofStory(storyId))).statusCode, 201);
      const seen = (await listOf()).violations.find(
        ({ number }: { number: number }) => number === receipt.number,
      );
      t.match(seen, { state: 'rejected', decided_at: /^\d{4}-/ }, 'its reporter sees the outcome');
    },
  );

  await t.test(
    'REP-05 only what the reader can see is reported, and nobody reports themselves',
    async (t) => {
      const { storyId } = await start();
      await deps.db.update(stories).set({ deletedAt: new Date() }).where(eq(stories.id, storyId));
      const gone = await addAuthor();
      await deps.db.update(users).set({ deletionRequestedAt: new Date() }).where(eq(users.id, gone));
      const subjects = [
        ['story', storyId],
        ['story', newId()],
        ['episode', newId()],
        ['user', newId()],
        ['user', gone],
      ];
      for (const [subject_type, subject_id] of subjects)
        t.equal(
          (await send({ subject_type, subject_id, category: 'spam' })).statusCode,
          404,
          `${subject_type}`,
        );
      const shut = await addStory(author, {}, { geofilter: { type: 'deny', countries: ['DE'] } });
      t.equal((await send(ofStory(shut.id), reader, { 'x-country': 'DE' })).statusCode, 451);
      const priced = await addStory(author, {}, { pricing: { type: 'all_premium', priceCoins: 5 } });
      const { id } = await addEpisode(priced, 1);
      t.equal((await send({ subject_type: 'episode', subject_id: id, category: 'spam' })).statusCode, 201);
      const self = await send({ subject_type: 'user', subject_id: reader.id, category: 'spam' });
      t.same(self.json().fields, [{ subject_id: ['is your own account'] }]);
    },
  );

  await t.test('REP-05 twenty an hour, ten of new accounts; what is refused does not count', async (t) => {
    const busy = await seasoned(await app.signUp('Busy'));
    const { storyId } = await start();
    t.equal((await send(ofStory(storyId), busy)).statusCode, 201);
    for (let turn = 0; turn < 5; turn += 1) t.equal((await send(ofStory(storyId), busy)).statusCode, 409);
    for (let turn = 0; turn < 19; turn += 1)
      t.equal((await send(ofStory((await addStory(author)).id), busy)).statusCode, 201);
    const refused = await send(ofStory((await addStory(author)).id), busy);
    t.equal(refused.statusCode, 429);
    t.ok(Number(refused.headers['retry-after']) > 0);
    const young = await app.signUp('Young');
    const answers: number[] = [];
    for (let turn = 0; turn < 11; turn += 1)
      answers.push((await send(ofStory((await addStory(author)).id), young)).statusCode);
    t.same(answers, [...Array.from({ length: 10 }, () => 201), 429]);
  });

  await t.test('REP-01, STP-07 nobody without an account', async (t) => {
    const { storyId } = await start();
    t.equal((await app.call('POST /violation', { body: ofStory(storyId) })).statusCode, 401);
    t.equal((await app.call('GET /user/violations')).statusCode, 401);
  });
});
