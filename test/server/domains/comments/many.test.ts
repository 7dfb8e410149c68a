/** Very many replies to one comment. */
import t from 'tap';
import { startTestApp } from '../../../support/app.ts';
import { openShelf } from '../../../support/shelf.ts';

t.test('many replies', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const { deps } = app;
  const { addAuthor, addEpisode, addStory } = openShelf(deps);
  const [mika, noor] = [await app.signUp('Mika'), await app.signUp('Noor')];

  await t.test('SOC-02 a comment takes 2,000 replies, and one more is refused by field', async (t) => {
    const story = await addStory(await addAuthor());
    const { id: episodeId } = await addEpisode(story, 1);
    const written = await app.call('POST /comments', {
      as: mika,
      body: { episode_id: episodeId, body: 'Answered by all' },
    });
    const { id } = written.json().comment as { id: string };
    await deps.pool.query(
      `insert into comments (id, story_id, episode_id, parent_id, author_id, body)
       select gen_random_uuid(), $1, $2, $3, $4, 'No. ' || n from generate_series(1, 2000) n`,
      [story.id, episodeId, id, mika.id],
    );
    await deps.pool.query('update comments set replies_count = 2000 where id = $1', [id]);
    const refused = await app.call('POST /comment_replies', {
      as: noor,
      body: { comment_id: id, body: 'One more' },
    });
    t.equal(refused.statusCode, 422);
    t.ok('comment_id' in refused.json().fields[0]);
    const reply = await app.call(`GET /comment_replies?comment_id=${id}&per_page=100&page=20`);
    t.match(reply.json(), { total: 2000, page: 20 });
    t.equal(reply.json().replies.length, 100);
  });
});
