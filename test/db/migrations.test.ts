import t from 'tap';
import { migrateDatabase } from '../../db/migrate.ts';
import { newId } from '../../server/lib/ids.ts';
import { databaseBefore } from '../support/migrations.ts';

t.test('a portrait whose picture is gone shows none, and any other stays', async (t) => {
  const { url, client, close } = await databaseBefore('0012_picture_uses');
  t.teardown(close);
  const [plain, lost, shown, picture] = [newId(), newId(), newId(), newId()];
  for (const id of [plain, lost, shown])
    await client.query(
      `insert into users (id, email, slug, display_name, date_of_birth) values ($1, $1 || '@a.b', $1, 'A', '1990-01-01')`,
      [id],
    );
  await client.query(
    `insert into media (id, owner_id, purpose, original_name, hash, bytes, type, width, height)
     values ($1, $2, 'profile', 'a.png', 'h', 1, 'image/png', 1, 1)`,
    [picture, shown],
  );
  await client.query('update users set picture_media_id = $2 where id = $1', [lost, newId()]);
  await client.query('update users set picture_media_id = $2 where id = $1', [shown, picture]);
  await migrateDatabase(url);
  const { rows } = await client.query('select id, picture_media_id from users order by id');
  t.same(rows, [
    { id: plain, picture_media_id: null },
    { id: lost, picture_media_id: null },
    { id: shown, picture_media_id: picture },
  ]);
});
