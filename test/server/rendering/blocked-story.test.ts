/** Cached public pages show at once that a story is blocked, and that it is back. */
import t from 'tap';
import { createPages } from '../../../server/rendering/plugin.ts';
import { startTestApp } from '../../support/app.ts';
import { publishStory } from '../../support/console.ts';

process.env.NODE_ENV = 'production';

t.test('the pages of a blocked story', async (t) => {
  const app = await startTestApp({
    app: async (deps) => ({ pages: await createPages(deps, { mode: 'production' }) }),
  });
  t.teardown(() => app.close());
  const owner = await app.signUp('Teo Sandoval');
  const administrator = await app.signUp('Mei Tan');
  await app.makeAdministrator(administrator);
  const { story, episode } = await publishStory(app, owner, { title: 'Copied Skies' });
  await app.runJobs();

  const PAGES = [`/stories/${story.slug}`, `/stories/${story.slug}/1`, `/de/stories/${story.slug}`];
  const index = (await app.app.inject({ url: '/sitemap.xml' })).body;
  const [, part = ''] = /(\/sitemap-stories-[^<]+)/.exec(index) ?? [];
  const PLACES = ['/', '/profile/teo-sandoval', part];
  const statuses = () => Promise.all(PAGES.map(async (url) => (await app.app.inject({ url })).statusCode));
  const leading = async () => {
    const pages = await Promise.all(PLACES.map((url) => app.app.inject({ url })));
    return PLACES.filter((_, at) => pages[at]?.body.includes(`/stories/${story.slug}`));
  };
  const deed = (path: string, body?: object) => app.call(`POST /admin/${path}`, { as: administrator, body });

  const before = await leading();
  t.same(before, PLACES, 'what led there before');

  for (const [path, gone] of [
    [`stories/${story.id}`, [404, 404, 404]],
    [`episodes/${episode.id}`, [404, 404, 404]],
  ] as const) {
    await t.test(
      `REP-07, EPI-43 ${path.split('/')[0]}: gone at once for visitors, and back at once`,
      async (t) => {
        // Twice, so that the pages are cached.
        t.same(await statuses(), [200, 200, 200]);
        t.same(await statuses(), [200, 200, 200]);
        t.same(await leading(), before);
        t.equal((await deed(`${path}/block`, { reason: 'Everything here is copied.' })).statusCode, 200);
        t.same(await statuses(), gone);
        t.same(await leading(), []);
        t.equal((await deed(`${path}/unblock`)).statusCode, 200);
        t.same(await statuses(), [200, 200, 200]);
        t.same(await leading(), before);
      },
    );
  }
});
