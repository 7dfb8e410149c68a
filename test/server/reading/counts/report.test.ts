import t from 'tap';
import { episodeDays, storyDays } from '#db/schema/index.ts';
import { startTestApp } from '../../../support/app.ts';
import { createEpisode, createStory, publishStory } from '../../../support/console.ts';
import { joinTeam } from '../../../support/figures.ts';
import { setClock } from '../../../support/releases.ts';

type Report = {
  from: string;
  to: string;
  days: Record<string, unknown>[];
  totals: object;
  previous: object;
  episodes: Record<string, unknown>[];
  total: number;
};

t.test('statistics of a story', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  setClock(app, new Date('2026-11-20T12:00:00Z'));
  const creator = await app.signUp('Creator');
  const stranger = await app.signUp('Stranger');
  const { story, episode } = await publishStory(app, creator);
  const second = await createEpisode(app, creator, story.id, '=cmd|"/c calc"!A1, or: „Zwei“');
  const unsold = { unlocks: 0, coins: 0 };
  const none = { views: 0, likes: 0, comments: 0, subscribers: 0, impressions: 0, ...unsold };
  const day = (date: string, figures: object) => ({ storyId: story.id, day: date, ...figures });
  await app.deps.db
    .insert(storyDays)
    .values([
      day('2026-11-06', { views: 40, subscribers: 3 }),
      day('2026-11-13', { views: 10 }),
      day('2026-11-14', { views: 7, likes: 2, comments: 1, subscribers: -1, impressions: 20 }),
      day('2026-11-20', { views: 5 }),
      day('2026-11-21', { views: 1000 }),
    ]);
  await app.deps.db.insert(episodeDays).values([
    { episodeId: episode.id, day: '2026-11-13', views: 10 },
    { episodeId: episode.id, day: '2026-11-14', views: 7, likes: 2, comments: 1, impressions: 20 },
  ]);
  const ask = (query: string, as = creator, headers: Record<string, string> = {}) =>
    app.call(`GET /creator/stories/${story.id}/statistics${query}`, { as, headers });
  const week = '?from=2026-11-14&to=2026-11-20';

  await t.test('STO-31 every day of the range, zeros where nothing happened', async (t) => {
    const report = (await ask(week)).json<Report>();
    t.equal(report.days.length, 7);
    t.same(report.days[0], {
      date: '2026-11-14',
      views: 7,
      likes: 2,
      comments: 1,
      subscribers: -1,
      impressions: 20,
      ...unsold,
    });
    t.same(report.days[1], { date: '2026-11-15', ...none });
    t.match(report.days[6], { date: '2026-11-20', views: 5 });
    t.same(report.totals, { views: 12, likes: 2, comments: 1, subscribers: -1, impressions: 20, ...unsold });
    t.same(report.previous, { from: '2026-11-07', to: '2026-11-13', ...none, views: 10 });
  });

  await t.test('STO-31 without bounds the last 28 days, today among them', async (t) => {
    const { from, to, days, totals } = (await ask('')).json<Report>();
    t.same([from, to, days.length], ['2026-10-24', '2026-11-20', 28]);
    t.match(totals, { views: 62, subscribers: 2 });
  });

  await t.test(
    'EPI-08, EPI-10, STO-31 the episodes, the newest first, with those days and all time',
    async (t) => {
      const { episodes, total } = (await ask(week)).json<Report>();
      t.equal(total, 2);
      t.match(episodes, [
        { id: second.id, number: 2, status: 'in_progress', first_published_at: null, views: 0 },
        {
          id: episode.id,
          number: 1,
          status: 'published',
          first_published_at: '2026-11-20T12:00:00.000Z',
          views: 7,
          likes: 2,
          comments: 1,
          impressions: 20,
          views_count: 0,
          likes_count: 0,
          comments_count: 0,
          impressions_count: 0,
        },
      ]);
      const one = (await ask(`${week}&per_page=1&page=2`)).json<Report>();
      t.same(
        one.episodes.map(({ id }) => id),
        [episode.id],
      );
      t.equal(one.total, 2);
    },
  );

  await t.test('STO-31 ranges that make no sense are 422 and name the field', async (t) => {
    for (const [query, field] of [
      ['?from=2026-11-20&to=2026-11-19', 'from'],
      ['?from=2025-11-19&to=2026-11-20', 'to'],
      ['?from=yesterday', 'from'],
      ['?to=2026-02-30', 'to'],
      ['?from=', 'from'],
      ['?format=xml', 'format'],
      ['?table=readers', 'table'],
    ] as const) {
      const reply = await ask(query);
      t.equal(reply.statusCode, 422, query);
      t.same(Object.keys(reply.json().fields[0]), [field], query);
    }
    t.equal((await ask('?from=2025-11-20&to=2026-11-20')).json<Report>().days.length, 366);
  });

  await t.test('STO-31 as CSV for programs, by Accept', async (t) => {
    const reply = await ask(week, creator, { accept: 'text/csv' });
    t.equal(reply.statusCode, 200);
    t.equal(reply.headers['content-type'], 'text/csv; charset=utf-8');
    t.match(reply.headers['content-disposition'], /attachment; filename="days-2026-11-14-2026-11-20\.csv"/);
    const lines = reply.body.split('\r\n');
    t.equal(lines[0], 'date,views,likes,comments,subscribers,impressions,unlocks,coins');
    t.equal(lines[1], '2026-11-14,7,2,1,-1,20,0,0');
    t.equal(lines.length, 9);
    t.match((await ask(week, creator, { accept: '*/*' })).headers['content-type'], 'application/json');
    t.match(
      (await ask(week, creator, { accept: 'text/csv;q=0.5, application/json' })).headers['content-type'],
      'application/json',
    );
  });

  await t.test(
    'STO-31 as CSV for spreadsheets: a byte order mark, and titles that run nothing',
    async (t) => {
      const reply = await ask(`${week}&format=csv&table=episodes`);
      const [head, first, next] = reply.body.split('\r\n');
      t.equal(
        head,
        '\ufeffnumber,title,status,first_published,views,likes,comments,impressions,unlocks,coins',
      );
      t.equal(first, `2,"'=cmd|""/c calc""!A1, or: „Zwei“",in_progress,,0,0,0,0,0,0`);
      t.equal(next, '1,One,published,2026-11-20,7,2,1,20,0,0');
      t.match((await ask('?format=csv&from=x')).headers['content-type'], 'application/json');
    },
  );

  await t.test('STO-31, ROL-06 for the team, whatever the role; for nobody else', async (t) => {
    for (const role of ['viewer', 'editor', 'publisher'] as const) {
      const member = await app.signUp(role);
      await joinTeam(app, story.id, member, role);
      t.equal((await ask(week, member)).statusCode, 200, role);
    }
    t.equal((await ask(week, stranger)).statusCode, 404);
    t.equal((await ask('?format=csv', stranger)).statusCode, 404);
    t.equal((await app.call(`GET /creator/stories/${story.id}/statistics`)).statusCode, 401);
    const deleted = await createStory(app, creator, { title: 'Gone' });
    const path = `/creator/stories/${deleted.id}`;
    await app.call(`DELETE ${path}`, { as: creator, body: { title: 'Gone' } });
    t.equal((await app.call(`GET ${path}/statistics`, { as: creator })).statusCode, 404);
  });
});
