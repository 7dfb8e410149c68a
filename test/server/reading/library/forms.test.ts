import t from 'tap';
import { startTestApp } from '../../../support/app.ts';
import { openShelf } from '../../../support/shelf.ts';

t.test('forms of readers', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const { addAuthor, addEpisode, addStory } = openShelf(app.deps);
  const story = await addStory(await addAuthor());
  const episode = await addEpisode(story, 1);
  const reader = await app.signUp('Reader');
  const page = `/stories/${story.slug}`;

  const post = (path: string, fields: Record<string, string>, token: string | null = reader.token) =>
    app.app.inject({
      method: 'POST',
      url: `/api${path}`,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'sec-fetch-site': 'same-origin',
        ...(token === null ? {} : { cookie: `auth_token=${token}` }),
      },
      payload: new URLSearchParams({ _locale: 'en', _page: page, _back: page, ...fields }).toString(),
    });
  const actions: [string, Record<string, string>, string][] = [
    [`/stories/${story.id}/subscription?_method=PUT`, {}, 'Subscribed'],
    [`/stories/${story.id}/subscription?_method=DELETE`, {}, 'Unsubscribed'],
    [`/stories/${story.id}/rating?_method=PUT`, { stars: '4' }, 'Rating saved'],
    [`/episodes/${episode.id}/like?_method=PUT`, {}, 'Liked'],
    [`/episodes/${episode.id}/like?_method=DELETE`, {}, 'Unliked'],
    [
      '/violation',
      { subject_type: 'story', subject_id: story.id, category: 'spam', text: '' },
      'Violation reported. Thank you, we will look at it.',
    ],
    ['/collections', { title: 'Rainy days', shared: 'on' }, 'Collection created'],
  ];

  await t.test(
    'SOC-03, SOC-04, SOC-21, REP-05 each leads back to its page and says what it did',
    async (t) => {
      for (const [path, fields, notice] of actions) {
        const reply = await post(path, fields);
        t.equal(reply.statusCode, 303, path);
        const target = new URL(String(reply.headers.location), 'http://local');
        t.equal(target.pathname, page, path);
        t.equal(target.searchParams.get('success_notice'), notice, path);
      }
      const seen = (await app.call(`GET /stories/${story.id}/mine`, { as: reader })).json();
      t.match(seen, { subscribed: false, stars: 4, liked_episode_ids: [], reported: { number: Number } });
      const { collections } = (await app.call('GET /collections', { as: reader })).json();
      t.match(collections, [{ title: 'Rainy days', shared: true }]);
    },
  );

  await t.test('SOC-04 NOT-04 how one hears of a story is chosen by a form, too', async (t) => {
    const path = `/stories/${story.id}/subscription?_method=PUT`;
    for (const notify of ['app', 'none', 'all']) {
      const reply = await post(path, { notify, _page: '/library', _back: '/library?shelf=subscriptions' });
      const target = new URL(String(reply.headers.location), 'http://local');
      t.equal(target.pathname + target.search.split('&')[0], '/library?shelf=subscriptions');
      t.ok(target.searchParams.get('success_notice'));
      const { subscriptions } = (await app.call('GET /library', { as: reader })).json();
      t.match(subscriptions, [{ id: story.id, notify }]);
    }
    await post(path.replace('PUT', 'DELETE'), {});
  });

  await t.test('ERR-47 a report without a category is told on its page', async (t) => {
    const fields = { subject_type: 'episode', subject_id: episode.id, text: 'Bad' };
    const reply = await post('/violation', { ...fields, _locale: 'de' });
    const target = new URL(String(reply.headers.location), 'http://local');
    t.equal(target.pathname, `/de${page}`);
    t.equal(target.searchParams.get('error_notice'), 'Kategorie darf nicht leer sein');
  });

  await t.test('STP-07, ERR-03, ERR-04 who is not signed in is asked to, and comes back', async (t) => {
    for (const token of [null, 'x'.repeat(43)])
      for (const [path, fields] of actions) {
        const reply = await post(path, fields, token);
        t.equal(reply.statusCode, 303, path);
        const target = new URL(String(reply.headers.location), 'http://local');
        t.equal(target.pathname, '/sign_in', path);
        t.equal(target.searchParams.get('back'), page);
        t.equal(target.searchParams.get('error_notice'), 'Please sign in to continue.');
        if (token !== null) t.match(String(reply.headers['set-cookie']), /auth_token=;/);
      }
    const path = `/stories/${story.id}/rating?_method=PUT`;
    const german = await post(path, { stars: '9', _locale: 'de', _back: '' }, null);
    const target = new URL(String(german.headers.location), 'http://local');
    t.equal(target.pathname, '/de/sign_in');
    t.equal(target.searchParams.get('back'), `/de${page}`);
    const astray = await post(path, { stars: '5', _back: '//evil.example/', _page: '/api/users' }, null);
    t.notMatch(astray.headers.location, 'back=');
    const { story: seen } = (await app.call(`GET /stories/${story.id}`)).json();
    t.match(seen, { ratings_count: 1, rating_average: 4 });
  });
});
