/** Frames allowed per page: an ad server in readers with slots, nothing anywhere else. */
import { eq } from 'drizzle-orm';
import t from 'tap';
import { geofilterStrategies } from '#db/schema/index.ts';
import { purge } from '#server/cache/purge.ts';
import { inTransaction } from '#server/deps.ts';
import { fillHouseAds } from '#server/domains/income/house-ads/service.ts';
import { visitPlainly } from '../../support/plain.ts';
import { openShelf } from '../../support/shelf.ts';
import { startSite } from '../../support/site.ts';

const site = await startSite({
  environment: {
    AD_FRAME_URL: 'https://ads.example/slot?size=300x250',
    TRUST_PROXY: '127.0.0.1',
    COUNTRY_HEADER: 'x-country',
  },
});
const { addAuthor, addEpisode, addStory } = openShelf(site.deps);
const author = await addAuthor('Mirko Haas');
const firstFree = { pricing: { type: 'first_free' as const, freeCount: 1, priceCoins: 30 } };
const story = await addStory(author, { slug: 'ash-street' }, firstFree);
for (const number of [1, 2]) await addEpisode(story, number, {}, { pages: 5 });
const novel = await addStory(author, { slug: 'the-sea', publicationType: 'novel' });
await addEpisode(novel, 1, {}, { pages: 0, chapters: ['<p>Nobody had ever seen the sea stop.</p>'] });
const administrator = await site.signUp('Ada Ministra');
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

await t.test('ADS-02 a page follows what administrators do, from none to one and back', async (t) => {
  const as = administrator;
  await fillHouseAds(site.deps);
  const { ads } = (await site.call('GET /admin/ads', { as })).json() as { ads: { id: string }[] };
  for (const { id } of ads) await site.call(`DELETE /admin/ads/${id}`, { as });
  const shown = async (country = 'DE') => {
    const reply = await site.app.inject({ url: '/stories/ash-street/1', headers: { 'x-country': country } });
    return reply.body.includes('>She counts them.<');
  };
  t.equal(await shown(), false);
  const words = { title_en: 'The Moth Queen', text_en: 'She counts them.' };
  const body = { ...words, look: 'story', link: '/stories/the-sea', target: 'all', weight: 10 };
  const { ad } = (await site.call('POST /admin/ads', { as, body })).json();
  t.equal(await shown(), true, 'the page had none and learns of the first');
  const change = (what: object) => site.call(`PATCH /admin/ads/${ad.id}`, { as, body: what });
  await change({ paused: true });
  t.equal(await shown(), false, 'paused');
  await change({ paused: false });
  t.equal(await shown(), true);
  await change({ ends_on: '2020-01-01' });
  t.equal(await shown(), false, 'ended');
  await change({ ends_on: null });
  t.equal(await shown(), true);
  await site.deps.db
    .update(geofilterStrategies)
    .set({ type: 'deny', countries: ['JP'] })
    .where(eq(geofilterStrategies.storyId, novel.id));
  await inTransaction(site.deps, (tx) => purge(tx, [`story:${novel.id}`]));
  for (const country of ['DE', 'JP', 'DE', 'JP']) t.equal(await shown(country), country === 'DE', country);
});

await t.test(
  'ADS-02 an administrator writes one by a form; what is wrong stays with its field',
  async (t) => {
    const visitor = visitPlainly(site.app, { as: administrator });
    await visitor.goto('/admin/ads');
    t.match(visitor.text(), 'this server process has left nothing out of the counts');
    await visitor.press('New ad');
    const english = (label: string) =>
      visitor.get('textbox', label, visitor.get('group', 'In English')) as HTMLInputElement;
    english('Title').value = 'Seven days, seven stories.';
    english('Second line').value = 'See this week’s calendar';
    visitor.fill('Link', 'javascript:alert(1)');
    t.equal(await visitor.press('Save'), 422);
    t.match(visitor.text(), 'must be a page of Tsuzuki');
    t.equal(english('Title').value, 'Seven days, seven stories.', 'what was typed stays');
    visitor.fill(/^Link/, '/ranking');
    await visitor.press('Save');
    t.match(visitor.text(), 'The ad is saved.');
    t.equal(visitor.all('link', undefined, visitor.get('complementary', 'As readers see it')).length, 1);
    visitor.fill(/^Ends/, '2020-01-01');
    await visitor.press('Save');
    t.match(visitor.text(), 'Ended');
    await visitor.press('Delete');
    t.match(visitor.text(), 'The ad is deleted.');
    t.notMatch(visitor.text(), 'Seven days, seven stories.');
  },
);

await site.close();
