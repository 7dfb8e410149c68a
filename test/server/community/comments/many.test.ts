import t from 'tap';
import { findCommentPlace } from '#server/domains/community/comments/queries.ts';
import { startTestApp } from '../../../support/app.ts';
import { rowsRead } from '../../../support/plans.ts';
import { openShelf } from '../../../support/shelf.ts';

t.test('many comments', async (t) => {
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

  await t.test('the place in a thread is told a hundred pages far, and no more is looked at', async (t) => {
    const story = await addStory(await addAuthor());
    const { id: episodeId } = await addEpisode(story, 1);
    const body = { episode_id: episodeId, body: 'The first of all' };
    const { id } = (await app.call('POST /comments', { as: mika, body })).json().comment as { id: string };
    const fill = (from: number, to: number) =>
      deps.pool.query(
        `insert into comments (id, story_id, episode_id, author_id, body)
         select ('ffffffff-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, $1, $2, $3, 'No. ' || n
         from generate_series($4::int, $5::int) n`,
        [story.id, episodeId, mika.id, from, to],
      );
    const pageOf = async () => (await app.call(`GET /comments/${id}`)).json().page;
    t.equal(await pageOf(), 1);
    await fill(1, 24);
    t.equal(await pageOf(), 2);
    await fill(25, 2_399);
    t.equal(await pageOf(), 100);
    await fill(2_400, 6_000);
    t.equal(await pageOf(), null);
    const asking = { viewer: null, country: null };
    const rows = await rowsRead(deps, () => findCommentPlace(deps, asking, id, { perPage: 24 }));
    t.ok((rows.comments ?? 0) <= 2_500, `${rows.comments} rows of 6,000`);
  });
});
