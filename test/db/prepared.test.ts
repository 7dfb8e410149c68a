import { eq, sql } from 'drizzle-orm';
import t from 'tap';
import { type Db, openDatabase } from '../../db/client.ts';
import { prepared } from '../../db/prepared.ts';
import { media, stories, users } from '../../db/schema/index.ts';
import { startTestApp } from '../support/app.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { openShelf } from '../support/shelf.ts';

t.test('a prepared query gives the rows that drizzle gives', async (t) => {
  const { deps, close } = await startTestApp();
  const shelf = openShelf(deps);
  const author = await shelf.addAuthor('Mika Sato');
  const { id } = await shelf.addStory(author, { slug: 'with-cover' });
  await shelf.addStory(author, { slug: 'without-cover', coverMediaId: null, firstPublishedAt: null });
  const select = (db: Db) =>
    db
      .select({
        slug: stories.slug,
        firstPublishedAt: stories.firstPublishedAt,
        cover: {
          id: media.id,
          pieces: media.pieces,
          size: sql<number>`${media.width}::bigint`.mapWith(Number),
        },
        owner: { name: users.displayName, picture: users.pictureMediaId },
        mixed: { none: media.hash, title: stories.title },
        computed: { none: sql<number | null>`null::integer`, isFirst: sql<boolean>`${stories.id} = ${id}` },
        all: stories,
      })
      .from(stories)
      .innerJoin(users, eq(users.id, stories.ownerId))
      .leftJoin(media, eq(media.id, stories.coverMediaId))
      .where(eq(stories.ownerId, sql.placeholder('author')))
      .orderBy(stories.slug);
  const rows = await prepared(select)(deps).execute({ author });
  t.same(rows, await select(deps.db).execute({ author }));
  t.same(
    rows.map(({ cover }) => cover?.size),
    [640, undefined],
  );
  await close();
});

t.test('a prepared query outlives a column that gets another type', async (t) => {
  const { url, drop } = await createTestDatabase();
  const { db, close } = openDatabase(url, { size: 1, name: 'test', onError: () => {} });
  const name = sql<string>`display_name`.as('name');
  const query = prepared((of) =>
    of
      .select({ name })
      .from(users)
      .where(eq(users.slug, sql.placeholder('slug'))),
  );
  const ask = () => query({ db }).execute({ slug: 'nobody' });
  t.same(await ask(), []);
  await db.execute(sql`alter table ${users} alter column display_name type varchar(300)`);
  t.same(await ask(), [], 'on the connection that knew it');
  t.same(await ask(), [], 'and later');
  await close();
  await drop();
});

t.test('two copies of the file share a connection, whatever each asks first', async (t) => {
  const { url, drop } = await createTestDatabase();
  const { db, close } = openDatabase(url, { size: 1, name: 'test', onError: () => {} });
  const again = '../../db/prepared.ts?copy';
  const copy: { prepared: typeof prepared } = await import(again);
  t.not(copy.prepared, prepared);
  const names = [users.slug, users.displayName, users.email];
  const ask = async (own: typeof prepared, columns: typeof names) => {
    for (const name of columns) {
      const query = own((of) =>
        of
          .select({ name })
          .from(users)
          .where(eq(users.slug, sql.placeholder('slug'))),
      );
      t.same(await query({ db }).execute({ slug: 'nobody' }), []);
    }
  };
  await ask(prepared, names);
  await ask(copy.prepared, names.toReversed());
  const { rows } = await db.execute(sql`select name from pg_prepared_statements where name like 'tsuzuki_%'`);
  t.equal(rows.length, names.length, 'what both ask is prepared once');
  await close();
  await drop();
});
