/** Deleting an account removes all its comments, likes and feelings, however many, and reduces every count. */
import { eq } from 'drizzle-orm';
import t from 'tap';
import {
  commentLikes,
  comments,
  commentThreads,
  episodeCounters,
  popReactionCounts,
  users,
} from '#db/schema/index.ts';
import { eraseDueAccounts } from '#server/domains/administration/privacy/deletion.ts';
import { correctCounts } from '#server/domains/community/comments/corrections.ts';
import { DAY_MS } from '#server/lib/durations.ts';
import { type Account, startTestApp } from '../../../support/app.ts';
import { openShelf } from '../../../support/shelf.ts';

/** More than the number of parameters in a statement. */
const MANY = 66_000;

t.test('what an account leaves at comments', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const { deps } = app;
  const { addAuthor, addEpisode, addStory } = openShelf(deps);
  const story = await addStory(await addAuthor());
  const { id: episodeId } = await addEpisode(story, 1, {}, { pages: 0 });
  const [leaver, keeper] = [await app.signUp('Leaver'), await app.signUp('Keeper')];
  await deps.db.update(users).set({ createdAt: new Date(Date.now() - 30 * DAY_MS) });
  const write = async (as: Account, parent?: string) => {
    const made = parent
      ? await app.call('POST /comment_replies', { as, body: { comment_id: parent, body: `By ${as.id}` } })
      : await app.call('POST /comments', { as, body: { episode_id: episodeId, body: `${Math.random()}` } });
    const { comment, reply } = made.json();
    return (comment ?? reply).id as string;
  };
  const erase = async () => {
    const deletionRequestedAt = new Date(Date.now() - 31 * DAY_MS);
    await deps.db.update(users).set({ deletionRequestedAt }).where(eq(users.id, leaver.id));
    await eraseDueAccounts(deps);
  };

  const [answered, alone, kept] = [await write(leaver), await write(leaver), await write(keeper)];
  await write(keeper, answered);
  const below = await write(leaver, kept);
  await app.call(`PUT /comments/${kept}/like`, { as: leaver });
  await app.call(`PUT /comments/${kept}/like`, { as: keeper });
  await deps.pool.query(
    `with many as (insert into comments (id, story_id, episode_id, author_id, body, likes_count)
      select gen_random_uuid(), $1, $2, $3, 'x', 2 from generate_series(1, ${MANY}) returning id)
    insert into comment_likes (comment_id, reader_id) select id, $4 from many`,
    [story.id, episodeId, keeper.id, leaver.id],
  );
  await deps.pool.query(
    `insert into comments (id, story_id, episode_id, author_id, body)
      select gen_random_uuid(), $1, $2, $3, 'y' from generate_series(1, 3000)`,
    [story.id, episodeId, leaver.id],
  );
  await correctCounts(deps);
  await deps.pool.query(
    `with felt as (insert into chapters (id, episode_id, position, title, html, characters_count)
      select gen_random_uuid(), $1, n, 'x', 'x', 1 from generate_series(1, 2000) n returning id),
    mine as (insert into pop_reactions (id, reader_id, episode_id, chapter_id, kind)
      select gen_random_uuid(), $2, $1, id, 'wow' from felt returning chapter_id)
    insert into pop_reaction_counts (episode_id, item_id, kind, count) select $1, chapter_id, 'wow', 3 from mine`,
    [episodeId, leaver.id],
  );

  await t.test('SOC-16 SOC-21 an account with very much of it is erased', async (t) => {
    await erase();
    t.equal(await deps.db.$count(commentLikes, eq(commentLikes.readerId, leaver.id)), 0);
    t.equal(await deps.db.$count(comments, eq(comments.likesCount, 1)), MANY + 1);
    t.equal(await deps.db.$count(comments, eq(comments.likesCount, 2)), 0);
    t.equal(await deps.db.$count(popReactionCounts, eq(popReactionCounts.count, 2)), 2000);
    const rows = new Map((await deps.db.select().from(comments)).map((row) => [row.id, row]));
    for (const id of [answered, alone, below])
      t.match(rows.get(id), { state: 'deleted', body: '', authorId: null });
    t.match(rows.get(kept), { state: 'shown', repliesCount: 0, likesCount: 1 });
    t.match(rows.get(answered), { repliesCount: 1 }, 'what others answered stays below a place');
  });

  await t.test('SOC-16 its counts are those that a count of all rows finds', async (t) => {
    t.same(await correctCounts(deps), []);
    const [thread] = await deps.db.select().from(commentThreads);
    t.match(thread, { shownCount: MANY + 2, listedCount: MANY + 2 });
    const [counter] = await deps.db
      .select()
      .from(episodeCounters)
      .where(eq(episodeCounters.episodeId, episodeId));
    t.equal(counter?.commentsCount, MANY + 2);
  });
});
