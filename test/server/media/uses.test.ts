/** Compares the table of picture uses with the schema: no column that refers to a picture is missing. */
import { getTableName } from 'drizzle-orm';
import t from 'tap';
import { episodePages, episodes, media, stories, users } from '#db/schema/index.ts';
import { deleteUnusedPictures } from '#server/domains/media/leftovers.ts';
import {
  allUses,
  findUnusedAmong,
  findUnusedOf,
  listPictures,
  tagsOfPictures,
} from '#server/domains/media/uses.ts';
import { newId } from '#server/lib/ids.ts';
import { findPicture } from '#server/media/picture-facts.ts';
import { startTestApp } from '../../support/app.ts';
import { rowsRead } from '../../support/plans.ts';

t.test('what shows a picture stands in one table', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const { deps } = app;
  const columns = allUses.flatMap(({ column }) =>
    column === null ? [] : [`${getTableName(column.table)}.${column.name}`],
  );

  await t.test('each column that names one, and no other', async (t) => {
    const { rows } = await deps.pool.query<{ column: string }>(`
      select c.conrelid::regclass || '.' || a.attname as column from pg_constraint c
        join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
        where c.contype = 'f' and c.confrelid = 'media'::regclass
      union select table_name || '.' || column_name from information_schema.columns
        where table_schema = 'public' and column_name ~ '(^|_)media_id$'`);
    t.same(columns.toSorted(), rows.map(({ column }) => column).toSorted());
    const { rows: keys } = await deps.pool.query<{ column: string }>(`
      select c.conrelid::regclass || '.' || a.attname as column from pg_constraint c
        join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
        where c.contype = 'f' and c.confrelid = 'media'::regclass and cardinality(c.conkey) = 1`);
    t.same(columns.toSorted(), keys.map(({ column }) => column).toSorted(), 'each is a foreign key');
  });

  await t.test('an index begins with each of them', async (t) => {
    const { rows } = await deps.pool.query<{ column: string }>(`
      select i.indrelid::regclass || '.' || a.attname as column from pg_index i
        join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]`);
    const indexed = new Set(rows.map(({ column }) => column));
    t.same(
      columns.filter((column) => !indexed.has(column)),
      [],
    );
  });

  await t.test('what is asked about a few pictures reads a few rows, however many there are', async (t) => {
    const owner = await app.signUp();
    const person = { passwordHash: null, dateOfBirth: '1990-01-01', displayName: 'A' };
    const pictures: string[] = [];
    const rows = { users: [], media: [], stories: [], episodes: [], pages: [] } as Record<string, object[]>;
    const picture = (): string => {
      const id = newId();
      pictures.push(id);
      const size = { bytes: 1, type: 'image/png', width: 1, height: 1 };
      rows.media?.push({ id, ownerId: owner.id, purpose: 'page', originalName: 'a', hash: id, ...size });
      return id;
    };
    for (let n = 1; n <= 300; n += 1) {
      const [user, story, episode] = [newId(), newId(), newId()];
      rows.users?.push({ id: user, email: `${user}@a.b`, slug: user, ...person, pictureMediaId: picture() });
      rows.stories?.push({
        id: story,
        slug: story,
        ownerId: owner.id,
        title: 'A',
        publicationType: 'novel',
        genre: 'drama',
        language: 'en',
        coverMediaId: picture(),
      });
      rows.episodes?.push({
        id: episode,
        storyId: story,
        position: 1,
        title: 'A',
        thumbnailMediaId: picture(),
      });
      rows.pages?.push({ id: newId(), episodeId: episode, mediaId: picture(), position: 1, name: 'a' });
    }
    await deps.db.insert(media).values(rows.media as (typeof media.$inferInsert)[]);
    await deps.db.insert(users).values(rows.users as (typeof users.$inferInsert)[]);
    await deps.db.insert(stories).values(rows.stories as (typeof stories.$inferInsert)[]);
    await deps.db.insert(episodes).values(rows.episodes as (typeof episodes.$inferInsert)[]);
    await deps.db.insert(episodePages).values(rows.pages as (typeof episodePages.$inferInsert)[]);
    await deps.pool.query('analyze');
    const some = pictures.slice(600, 604);
    const story = rows.stories?.[150] as { id: string };
    const read = await rowsRead(deps, async () => {
      for (const id of some) t.equal((await findPicture(deps, id))?.uses.length, 1);
      t.equal((await tagsOfPictures(deps, some)).length, 3, 'of a profile, a story and an episode');
      t.same(await findUnusedAmong(deps, some), []);
      t.equal((await listPictures(deps, { of: 'story', id: story.id })).length, 3);
    });
    for (const table of ['users', 'stories', 'episodes', 'episode_pages'])
      t.ok((read[table] ?? 0) < 50, `${read[table]} of ${table}`);
    t.same(await findUnusedOf(deps, owner.id), []);
    deps.clock.now = () => new Date(Date.now() + 72 * 3_600_000);
    t.equal(await deleteUnusedPictures(deps), 0);
  });
});
