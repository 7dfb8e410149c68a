/** The sitemap names every fixed page that search engines may index, and no other. */
import t from 'tap';
import { localizedPath } from '#locales/index.ts';
import { PAGE_PATHS } from '#pages/addresses.ts';
import { LOCALES } from '#server/lib/locale.ts';
import { openShelf } from '../../support/shelf.ts';
import { startSite } from '../../support/site.ts';

const BASE_URL = 'https://tsuzuki.test';
const site = await startSite({ environment: { BASE_URL } });
t.teardown(() => site.close());
const shelf = openShelf(site.deps);
const authorId = await shelf.addAuthor();
const story = await shelf.addStory(authorId, { genre: 'sports', language: 'fi' });
await shelf.addEpisode(story, 1);
await shelf.addStory(authorId, { genre: 'horror', language: 'sv', published: false });

const listed = async () => {
  const { body } = await site.app.inject({ url: '/sitemap-pages.xml' });
  return [...body.matchAll(/<loc>https:\/\/tsuzuki\.test([^<]*)<\/loc>/g)].map(([, path = '']) => path);
};
const isKept = async (path: string) => {
  const { statusCode, body } = await site.app.inject({ url: path });
  return statusCode === 200 && !body.includes('<meta name="robots" content="noindex">');
};

t.test('LEG-13 I18-06 the sitemap lists every fixed page that may be found, in each language', async (t) => {
  const paths = await listed();
  const fixed = PAGE_PATHS.filter((path) => !path.includes('@'));
  for (const path of fixed) {
    for (const locale of LOCALES) {
      const own = localizedPath(locale, path);
      t.equal(paths.includes(own), await isKept(own), own);
    }
  }
});

t.test('genres and languages stand there once they have something to read', async (t) => {
  const paths = await listed();
  for (const path of ['/genres/sports', '/de/genres/sports', '/languages/fi']) {
    t.ok(paths.includes(path), path);
    t.ok(await isKept(path), path);
  }
  for (const path of ['/genres/horror', '/languages/sv']) t.notOk(paths.includes(path), path);
});
