import t from 'tap';
import { startTestApp } from '../../../support/app.ts';
import { addPremium, giveCoins } from '../../../support/coins.ts';
import { openShelf } from '../../../support/shelf.ts';

t.test('ROL-02 whoever signs in is a reader: nobody has to give them a right', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const shelf = openShelf(app.deps);
  const author = await shelf.addAuthor();
  const story = await shelf.addStory(author);
  const { id: episodeId } = await shelf.addEpisode(story, 1, {}, { pages: 1 });
  const premium = await addPremium(shelf, author);
  const reader = await app.signUp('Ada Reader');
  await giveCoins(app, reader, 30);

  const commented = await app.call('POST /comments', {
    as: reader,
    body: { episode_id: episodeId, body: 'The last page.' },
  });
  t.equal(commented.statusCode, 201, 'comments');
  const actions: [string, string, object, number][] = [
    [
      'replies',
      'POST /comment_replies',
      { comment_id: commented.json().comment.id, body: 'And the first.' },
      201,
    ],
    ['rates', `PUT /stories/${story.id}/rating`, { stars: 5 }, 200],
    ['subscribes', `PUT /stories/${story.id}/subscription`, {}, 200],
    ['reports', 'POST /violation', { subject_type: 'story', subject_id: story.id, category: 'spam' }, 201],
    ['unlocks', `POST /episodes/${premium.episodeId}/unlock`, { price: 30 }, 200],
  ];
  for (const [what, route, body, status] of actions) {
    t.equal((await app.call(route, { body })).statusCode, 401, `nobody ${what} without an account`);
    const reply = await app.call(route, { as: reader, body });
    t.equal(reply.statusCode, status, `${what}: ${reply.body}`);
  }
});
