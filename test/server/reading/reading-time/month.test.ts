import { eq } from 'drizzle-orm';
import t from 'tap';
import { attentionDays } from '#db/schema/index.ts';
import { viewCounter } from '#server/domains/reading/counts/view-counter.ts';
import { newId } from '#server/lib/ids.ts';
import { openAttention } from '../../../support/attention.ts';
import { credit } from '../../../support/revenue.ts';
import { countQueries } from '../../../support/shelf.ts';
import { runSweeps } from '../../../support/sweeps.ts';

const NOON = new Date('2026-10-17T12:00:00Z');

t.test('a month of attention', async (t) => {
  const house = await openAttention(NOON);
  const { app, deps, hana, at, newReader, addEpisode, tell, see, choose } = house;
  t.teardown(() => app.close());

  await t.test(
    'REV-03, REV-04 advertisements of others count, with what they brought their creator',
    async (t) => {
      const late = new Date('2026-10-31T12:00:00Z');
      const reader = await newReader(late);
      const { id, story } = await addEpisode();
      const show = (slot: number, more: object = {}, as = reader) =>
        app.call('POST /ad_impressions', { as, body: { episode_id: id, slot, ...more } });
      await show(4);
      await show(4);
      await show(8, { ad_id: newId() });
      await viewCounter.of(deps).flush();
      t.match(await see(reader), { ads: 1, ads_micros: null, ads_final_at: null, seconds: 0 });
      const off = await newReader(late);
      await choose(off, false);
      await show(4, {}, off);
      await viewCounter.of(deps).flush();
      t.equal((await see(off)).ads, 0);
      const credited = new Date('2026-11-01T03:00:00Z');
      at(credited);
      const lines = [{ storyId: story.id, impressions: 10, netMicros: 1_000_000 }];
      await credit(app, { period: '2026-10', at: credited, lines });
      t.match(await see(reader, '?month=2026-10'), {
        ads: 1,
        ads_micros: 70_000,
        ads_final_at: '2026-11-01T03:00:00.000Z',
        creators: [{ ads: 1, ads_micros: 70_000 }],
      });
    },
  );

  await t.test('what is older than 13 months goes', async (t) => {
    at(NOON);
    const reader = await newReader();
    const day = (of: string) => ({ readerId: reader.id, day: of, storyId: newId(), seconds: 60 });
    await deps.db.insert(attentionDays).values([day('2025-09-30'), day('2025-10-01')]);
    await runSweeps(deps, 'attention.delete_old_days');
    const rows = await deps.db.select().from(attentionDays).where(eq(attentionDays.readerId, reader.id));
    t.same(
      rows.map((row) => row.day),
      ['2025-10-01'],
    );
    t.match(await see(reader, '?month=2025-10'), { month: '2025-10', seconds: 60 });
    t.equal((await see(reader, '?month=2020-01')).month, '2025-10', 'the nearest that is kept');
    t.equal((await see(reader, '?month=2030-01')).month, '2026-10');
  });

  await t.test('a month of a thousand stories is a page of creators, by as many questions', async (t) => {
    at(NOON);
    const reader = await newReader();
    const few = await countQueries(deps, () => see(reader));
    await deps.pool.query(
      `insert into users (id, email, slug, display_name, date_of_birth)
       select ('01900000-0009-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'many' || n || '@x.example', 'many-' || n,
         'Creator ' || n, '1990-01-01' from generate_series(1, 100) n`,
    );
    await deps.pool.query(
      `insert into erased_stories (story_id, owner_id, erased_at)
       select ('01900000-0008-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
         ('01900000-0009-7000-8000-' || lpad(to_hex(n % 100 + 1), 12, '0'))::uuid, now() from generate_series(1, 1000) n`,
    );
    await deps.pool.query(
      `insert into attention_days (reader_id, day, story_id, seconds)
       select $1, '2026-10-01'::date + d, ('01900000-0008-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, n
       from generate_series(0, 30) d, generate_series(1, 1000) n where (n + d) % 2 = 0`,
      [reader.id],
    );
    const first = await see(reader);
    t.equal(first.total, 100);
    t.equal(first.creators.length, 24);
    t.equal(first.creators[0].stories_count, 10);
    t.equal(first.days.length, 31);
    for (const day of first.days) {
      t.equal(day.stories.length, 7, 'six by name and the others together');
      t.equal(day.stories.at(-1).story_id, null);
    }
    const pages = await Promise.all([1, 2, 3, 4, 5].map((page) => see(reader, `?page=${page}`)));
    const all = pages.flatMap(({ creators }) => creators.map((row: { seconds: number }) => row.seconds));
    t.equal(all.length, 100);
    t.same(
      all,
      all.toSorted((a, b) => b - a),
    );
    t.equal(
      all.reduce((sum, seconds) => sum + seconds, 0),
      first.seconds,
    );
    t.ok((await countQueries(deps, () => see(reader))) <= few + 1);
  });

  await t.test('a month as a file', async (t) => {
    at(NOON);
    const reader = await newReader();
    const { id } = await addEpisode(hana, '=Two "Umbrellas"');
    await tell(reader, id, 60);
    const reply = await app.call('GET /user/attention/export?month=2026-10', { as: reader });
    t.equal(reply.statusCode, 200);
    t.match(reply.headers['content-disposition'], /attention-2026-10\.csv/);
    t.same(reply.body.replace('\ufeff', '').trimEnd().split('\r\n'), [
      'day,creator,story,seconds,ads,coins,episodes_unlocked',
      '2026-10-17,Hana Lindqvist,"\'=Two ""Umbrellas""",60,0,0,0',
    ]);
  });

  await t.test('a browser’s form switches it, without a script', async (t) => {
    const reader = await newReader();
    for (const counted of [false, true]) {
      const reply = await app.app.inject({
        method: 'POST',
        url: '/api/user/attention?_method=PUT',
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'sec-fetch-site': 'same-origin',
          cookie: `auth_token=${reader.token}`,
        },
        payload: `_locale=en&counted=${counted}`,
      });
      t.equal(reply.statusCode, 303);
      const target = new URL(String(reply.headers.location), 'http://local');
      t.equal(target.pathname, '/attention');
      t.match(target.searchParams.get('success_notice'), /^Your minutes are /);
      t.equal((await see(reader)).counted, counted);
    }
  });
});
