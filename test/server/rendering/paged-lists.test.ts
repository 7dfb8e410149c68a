/** Every paged list of the site, requested beyond its last page. */
import t from 'tap';
import { publishStory } from '../../support/console.ts';
import { openShelf } from '../../support/shelf.ts';
import { startSite } from '../../support/site.ts';
import { runSweeps } from '../../support/sweeps.ts';

const BEYOND = ['3', '41', '43', '101', '2001', '10001', '999999999'];

t.test('a page beyond the end answers alike in every list', async (t) => {
  const site = await startSite();
  t.teardown(() => site.close());
  const { deps } = site;
  const mei = await site.signUp('Mei Tanaka');
  await site.makeAdministrator(mei);
  const cookie = `auth_token=${mei.token}; signed_in=1`;
  const { addAuthor, addStory, addEpisode } = openShelf(deps);
  const busy = await addAuthor('Busy', { slug: 'busy' });
  for (let number = 1; number <= 26; number += 1) {
    const firstPublishedAt = new Date(Date.UTC(2026, 0, number));
    const story = await addStory(busy, {
      ...{ title: `The lamp ${number}`, genre: 'mystery' as const, tags: ['lamp'], firstPublishedAt },
    });
    await addEpisode(story, 1, {}, { pages: 1 });
  }
  const { story } = await publishStory(site, mei, { title: 'Night Train' });
  const call = async (request: string, body?: object) => {
    const reply = await site.call(request, { as: mei, ...(body && { body }) });
    if (reply.statusCode >= 300) throw new Error(`${request}: ${reply.body}`);
    return reply.json();
  };
  const { comment } = await call('POST /comments', { story_id: story.id, body: 'Lovely.' });
  const { collection } = await call('POST /collections', { title: 'Trains' });
  await runSweeps(deps, 'browse.count_kinds', 'search.settle');

  const lists: [string, number][] = [
    ['/genres/mystery', 2],
    ['/languages/en', 2],
    ['/tags/lamp', 2],
    ['/search/lamp', 2],
    ['/search/nothing', 1],
    ['/profile/busy', 2],
    [`/stories/${story.slug}/comments`, 1],
    [`/stories/${story.slug}/1/comments`, 1],
    [`/comments/${comment.id}`, 1],
    [`/collections/${collection.id}`, 1],
    [`/stories/${story.slug}/1/notes`, 3],
    ['/admin/episodes?kind=episodes', 2],
    ...[
      '/library?shelf=reading',
      '/library?shelf=finished',
      '/library?shelf=subscriptions',
      '/library?shelf=collections',
      '/notifications?filter=unread',
      '/wallet?filter=bought',
      '/attention',
      '/settings/people',
      '/settings/reports',
      '/creator/stories?filter=all',
      '/creator/stories/deleted',
      '/creator/comments',
      '/creator/statistics',
      `/creator/stories/${story.id}/statistics`,
      '/creator/revenue',
      '/admin/ads',
      '/admin/payouts?state=paid',
      '/admin/queues',
      '/admin/revenue',
      '/admin/users?q=mei',
      '/admin/wallets?q=mei',
    ].map((path): [string, number] => [path, 1]),
  ];
  for (const [path, last] of lists) {
    const at = (page: number | string) =>
      Number(page) === 1 ? path : `${path}${path.includes('?') ? '&' : '?'}page=${page}`;
    for (const prefix of ['', '/de']) {
      const get = async (url: string) => site.app.inject({ url: prefix + url, headers: { cookie } });
      t.equal((await get(at(last))).statusCode, 200, at(last));
      for (const page of BEYOND.filter((one) => Number(one) > last)) {
        const { statusCode, headers } = await get(at(page));
        t.same([statusCode, headers.location], [302, prefix + at(last)], `${prefix}${at(page)}`);
      }
    }
  }
});
