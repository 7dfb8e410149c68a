/** Who may be framed in which page: an ad server in readers that have slots, and nobody anywhere else. */
import t from 'tap';
import { openShelf } from '../../support/shelf.ts';
import { startSite } from '../../support/site.ts';

const site = await startSite({ environment: { AD_FRAME_URL: 'https://ads.example/slot?size=300x250' } });
const { addAuthor, addEpisode, addStory } = openShelf(site.deps);
const author = await addAuthor('Mirko Haas');
const firstFree = { pricing: { type: 'first_free' as const, freeCount: 1, priceCoins: 30 } };
const story = await addStory(author, { slug: 'ash-street' }, firstFree);
for (const number of [1, 2]) await addEpisode(story, number, {}, { pages: 5 });
const novel = await addStory(author, { slug: 'the-sea', publicationType: 'novel' });
await addEpisode(novel, 1, {}, { pages: 0, chapters: ['<p>Nobody had ever seen the sea stop.</p>'] });
const administrator = await site.signUp('Administrator');
await site.makeAdministrator(administrator);

const frameSourceOf = async (url: string, cookie?: string) => {
  const headers = cookie === undefined ? {} : { cookie };
  const policy = String((await site.app.inject({ url, headers })).headers['content-security-policy']);
  return /frame-src ([^;]*)/.exec(policy)?.[1];
};

await t.test('ADS-05 the reader of a free episode may frame the ad server, kept or not', async (t) => {
  for (const path of ['/stories/ash-street/1', '/stories/ash-street/1', '/de/stories/ash-street/1'])
    t.equal(await frameSourceOf(path), 'https://ads.example', path);
});

await t.test('ADS-05 no other page may frame anything', async (t) => {
  for (const path of ['/', '/stories/ash-street', '/stories/ash-street/2', '/stories/the-sea/1', '/sign_in'])
    t.equal(await frameSourceOf(path), undefined, path);
});

await t.test('ADS-01, ADS-05 nor may what is shown to the team', async (t) => {
  const own = await frameSourceOf('/stories/ash-street/2', `auth_token=${administrator.token}`);
  t.equal(own, undefined);
});

await site.close();
