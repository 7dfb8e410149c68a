/** Links by accounts under a day old wait for the team's approval, in short notes as in comments. */
import { eq } from 'drizzle-orm';
import t from 'tap';
import { episodePages, users } from '#db/schema/index.ts';
import { DAY_MS } from '#server/lib/durations.ts';
import { type Account, startTestApp } from '../../../support/app.ts';
import { openShelf } from '../../../support/shelf.ts';

t.test('SOC-13 SOC-19 links in short notes', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const { deps } = app;
  const { addEpisode, addStory } = openShelf(deps);
  const [owner, fresh, other] = [
    await app.signUp('Owner'),
    await app.signUp('Fresh'),
    await app.signUp('Other'),
  ];
  const story = await addStory(owner.id);
  const { id: episodeId } = await addEpisode(story, 1);
  const [page] = await deps.db.select().from(episodePages).where(eq(episodePages.episodeId, episodeId));
  const leave = (as: Account, body: string) =>
    app.call('POST /tsukkomi_comments', {
      as,
      body: { episode_id: episodeId, page_id: page?.id, x: 0.5, y: 0.5, body },
    });
  const seenBy = async (as?: Account) =>
    (await app.call(`GET /tsukkomi_comments?episode_id=${episodeId}&page_id=${page?.id}`, { as }))
      .json<{ tsukkomi_comments: { body: string }[] }>()
      .tsukkomi_comments.map(({ body }) => body);

  const held = await leave(fresh, 'Look at https://example.com');
  t.equal(held.statusCode, 201);
  t.match(held.json(), {
    tsukkomi_comment: { hidden: true, own: true },
    message: 'Your note contains a link and your account is new, so the story’s team reviews it first',
  });
  t.same([await seenBy(), await seenBy(other)], [[], []]);
  t.equal((await seenBy(fresh)).length, 1, 'its author sees it');
  t.equal((await seenBy(owner)).length, 1, 'so does the team');
  const { id } = held.json().tsukkomi_comment;
  t.equal((await app.call(`POST /tsukkomi_comments/${id}/show`, { as: fresh })).statusCode, 404);
  t.equal((await app.call(`POST /tsukkomi_comments/${id}/show`, { as: owner })).statusCode, 200);
  t.equal((await seenBy()).length, 1);
  t.match((await leave(fresh, 'No link at all')).json(), { tsukkomi_comment: { hidden: false } });
  t.match((await leave(owner, 'https://example.com/team')).json(), { tsukkomi_comment: { hidden: false } });
  await deps.db.update(users).set({ createdAt: new Date(Date.now() - DAY_MS) });
  t.match((await leave(fresh, 'https://example.com/later')).json(), { tsukkomi_comment: { hidden: false } });
});
