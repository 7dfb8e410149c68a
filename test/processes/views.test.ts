import t from 'tap';
import { newId } from '../../server/lib/ids.ts';
import { query } from '../support/embedded.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { ownFolder, startServer } from '../support/processes.ts';

t.test('EPI-08, STO-19 no view is lost when a server is stopped', async (t) => {
  const database = await createTestDatabase();
  const folder = await ownFolder();
  t.teardown(async () => {
    await database.drop();
    await folder.end();
  });
  const server = await startServer({
    DATABASE_URL: database.url,
    DATA_DIR: folder.path,
    WORKERS: 'off',
    LOG_LEVEL: 'error',
  });
  const [user, story, episode] = [newId(), newId(), newId()];
  await query(
    database.url,
    `insert into users (id, email, slug, display_name, date_of_birth)
       values ('${user}', 'a@example.org', 'a', 'A', '1990-01-01');
     insert into stories (id, slug, owner_id, title, publication_type, format, genre, language, published)
       values ('${story}', 'a', '${user}', 'A', 'comics', 'page_ltr', 'drama', 'en', true);
     insert into episodes (id, story_id, position, title, status) values ('${episode}', '${story}', 1, 'One', 'published')`,
  );
  for (let device = 0; device < 5; device += 1) {
    const reply = await fetch(`${server.url}/api/episodes/${episode}/views`, { method: 'POST' });
    t.equal(reply.status, 202);
  }
  t.same(await server.stop('SIGTERM'), { code: 0, signal: null });
  const counted = await query(
    database.url,
    `select views_count::int from episode_counters where episode_id = '${episode}'`,
  );
  t.match(JSON.stringify(counted), /"views_count":5/);
});
