import { sql } from 'drizzle-orm';
import t from 'tap';
import { adminActions } from '#db/schema/index.ts';
import { listUsers } from '#server/domains/administration/administration/queries.ts';
import { listActions } from '#server/domains/administration/administration/queries-log.ts';
import { findEpisodes, findStories } from '#server/domains/safety/takedowns/queries-works.ts';
import { startTestApp } from '../../../support/app.ts';

const COUNT = 2_500;
const FOUND_MAX = 1_000;

t.test('lists of the administration among many', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const { deps } = app;
  await deps.pool.query(
    `insert into users (id, email, slug, display_name, date_of_birth, email_confirmed_at)
     select gen_random_uuid(), 'many' || n || '@example.org', 'many-' || n, 'Reader ' || n, '1990-01-01', now()
     from generate_series(1, $1) n`,
    [COUNT],
  );
  await deps.pool.query(
    `insert into stories (id, slug, owner_id, title, publication_type, format, genre, language)
     select gen_random_uuid(), slug, id, 'The story of ' || display_name, 'comics', 'page_ltr', 'drama', 'en' from users`,
  );
  await deps.pool.query(
    `insert into episodes (id, story_id, position, title)
     select gen_random_uuid(), id, 1, 'How ' || title || ' began' from stories`,
  );
  const idsOf = async (table: string): Promise<string[]> => {
    const { rows } = await deps.pool.query<{ id: string }>(
      `select id from ${table} order by id desc limit ${FOUND_MAX}`,
    );
    return rows.map(({ id }) => id);
  };

  const searches = {
    users: async (page: number, q: string) => {
      const { users, total } = await listUsers(deps, { q, page, perPage: 100 });
      return { rows: users, total };
    },
    stories: (page: number, q: string) => findStories(deps, { q, page, perPage: 100 }),
    episodes: (page: number, q: string) => findEpisodes(deps, { q, page, perPage: 100 }),
  };
  for (const [table, search] of Object.entries(searches)) {
    await t.test(`ROL-11 ${table}: what all have is shown newest first, page by page`, async (t) => {
      const wanted = await idsOf(table);
      for (const q of ['', 'eader']) {
        const found: string[] = [];
        for (let page = 1; page <= 10; page += 1) {
          const { rows, total } = await search(page, q);
          t.equal(total, FOUND_MAX);
          found.push(...rows.map(({ id }: { id: string }) => id));
        }
        t.same(found, wanted, `“${q}”`);
      }
      const { rows, total } = await search(1, 'reader 777');
      t.equal(total, rows.length);
      t.ok(rows.length >= 1 && rows.length < 20, 'and what few have is found alone');
    });
  }

  await t.test('ROL-11 ten thousand lines of the log are read to the first, each once', async (t) => {
    await deps.pool.query(
      `insert into admin_actions (actor_id, deed, subject_type, subject_id, reason)
       select id, 'account_locked', 'user', id, 'Line ' || n from
         (select id from users limit 1) one, generate_series(1, 10000) n`,
    );
    const numbers: number[] = [];
    let before: number | undefined;
    do {
      const { actions, next } = await listActions(deps, { before, most: 1_000 });
      numbers.push(...actions.map(({ number }) => number));
      before = next ?? undefined;
    } while (before !== undefined);
    t.same(
      numbers,
      Array.from({ length: 10_000 }, (_, at) => 10_000 - at),
    );
    const [last] = await deps.db
      .select({ most: sql<string>`max(${adminActions.number})` })
      .from(adminActions);
    t.equal(Number(last?.most), 10_000);
    const admin = await app.signUp('Mei Tan');
    await app.makeAdministrator(admin);
    const file = await app.call('GET /admin/log?format=csv', { as: admin });
    t.equal(file.statusCode, 200);
    t.equal(file.body.trim().split('\n').length, 10_001);
  });
});
