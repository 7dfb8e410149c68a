import { eq } from 'drizzle-orm';
import t from 'tap';
import { geofilterStrategies } from '#db/schema/index.ts';
import { purge } from '#server/cache/purge.ts';
import { inTransaction } from '#server/deps.ts';
import { look } from '../../support/pictures.ts';
import { publishSerial } from '../../support/serial.ts';
import { startSite } from '../../support/site.ts';

const environment = {
  BASE_URL: 'https://tsuzuki.test',
  COUNTRY_HEADER: 'x-country',
  TRUST_PROXY: 'loopback',
};
const site = await startSite({ environment });
t.teardown(() => site.close());

const get = (url: string, headers: Record<string, string> = {}) =>
  site.app.inject({ url: url.replace('https://tsuzuki.test', ''), headers });
const metaOf = (html: string, name: string) =>
  new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)">`).exec(html)?.[1];

const mirko = await site.signUp('Mirko Haas');
const { story, path } = await publishSerial(site, mirko, { pages: 1 });

await t.test('a story is shared with a card of its own, made with its cover', async (t) => {
  const { body } = await get(path);
  const address = metaOf(body, 'og:image') ?? '';
  t.match(address, /^https:\/\/tsuzuki\.test\/media\/[0-9a-f-]{36}\/[0-9a-f]{12}\/1-1200\.jpg$/);
  t.equal(metaOf(body, 'og:image:width'), '1200');
  t.equal(metaOf(body, 'og:image:height'), '630');
  t.match(metaOf(body, 'og:image:alt'), /^Cover of /);
  t.equal(metaOf(body, 'twitter:card'), 'summary_large_image');
  const picture = await get(address);
  t.equal(picture.statusCode, 200);
  t.match(picture.headers, { 'content-type': 'image/jpeg', 'access-control-allow-origin': '*' });
  t.match(await look(picture.rawPayload), { width: 1200, height: 630 });
  t.equal(metaOf((await get(`${path}/1`)).body, 'og:image'), address, 'its episodes with the same');
  t.notMatch(body.replace(/<meta[^>]*>/g, ''), '1-1200.jpg', 'it is no size of the cover');
});

await t.test('GEO-08 the card of a story is shown where its cover is', async (t) => {
  const address = metaOf((await get(path)).body, 'og:image') ?? '';
  await inTransaction(site.deps, async (tx) => {
    await tx.db
      .insert(geofilterStrategies)
      .values({ storyId: story.id, type: 'deny', countries: ['DE'] })
      .onConflictDoUpdate({
        target: geofilterStrategies.storyId,
        set: { type: 'deny', countries: ['DE'] },
        setWhere: eq(geofilterStrategies.storyId, story.id),
      });
    purge(tx, [`story:${story.id}`]);
  });
  t.equal((await get(address, { 'x-country': 'DE' })).statusCode, 451);
  t.equal((await get(address, { 'x-country': 'FR' })).statusCode, 200);
});

await t.test('pages without a picture have that of the house', async (t) => {
  const { body } = await get('/');
  const address = metaOf(body, 'og:image') ?? '';
  t.equal(address, 'https://tsuzuki.test/card.png');
  t.equal(metaOf(body, 'twitter:card'), 'summary_large_image');
  const picture = await get(address);
  t.equal(picture.headers['content-type'], 'image/png');
  t.match(await look(picture.rawPayload), { width: 1200, height: 630 });
});
