/** The demo site has no broken links on any kind of page, in every language, for visitors and creators. */
import t from 'tap';
import { DEMO_CREATOR } from '../../../db/seed/logins.ts';
import { settleDemoPassword } from '../../../db/seed/password.ts';
import { localizedPath } from '../../../locales/index.ts';
import { PAGE_PATHS } from '../../../pages/addresses.ts';
import { LOCALES } from '../../../server/lib/locale.ts';
import { MAILED } from '../../support/mailed-pages.ts';
import { samplePage } from '../../support/sample-page.ts';
import { startSite } from '../../support/site.ts';
import { runSweeps } from '../../support/sweeps.ts';
import { seedSmallDemo } from '../../support/works.ts';
import { deadLinks } from './crawl.ts';

const isFine = (status: number): boolean => status === 402;

t.test('the links of the demo site', async (t) => {
  const site = await startSite();
  t.teardown(() => site.close());
  // One picture replaces all drawings, which would take minutes.
  const picture = await samplePage(64, 64);
  await seedSmallDemo(site.deps, { draw: async () => picture, close() {} }, (slug) => ({
    episodes: slug === 'ash-street' ? 2 : 1,
    pages: 1,
  }));
  await site.runJobs();
  await runSweeps(site.deps, 'browse.count_kinds');
  site.caches.purge(['all']);
  const signedIn = await site.call('POST /auth/mail', {
    body: { email: DEMO_CREATOR, password: await settleDemoPassword(site.deps) },
  });
  const { auth_token } = signedIn.json<{ auth_token: string }>();
  const creator = { cookie: `auth_token=${auth_token}; signed_in=1` };
  const fixed = PAGE_PATHS.filter((path) => !path.includes('@') && !MAILED.includes(path));

  for (const locale of LOCALES) {
    await t.test(`LEG-13 I18-06 no link leads nowhere for visitors (${locale})`, async (t) => {
      // Filters combine endlessly. Their results are reachable without them.
      const follow = (path: string): boolean => !path.includes('?');
      const { dead, visited } = await deadLinks(site, [localizedPath(locale, '/')], { isFine, follow });
      t.same(dead, []);
      t.ok(visited.length > 100, `${visited.length} addresses`);
    });
  }

  await t.test('no link leads nowhere for a creator', async (t) => {
    const starts = fixed.map((path) => localizedPath(LOCALES[0], path));
    // Public pages were checked before.
    const follow = (path: string): boolean => starts.includes(path) || path.startsWith('/creator/');
    const { dead } = await deadLinks(site, starts, { headers: creator, isFine, follow });
    t.same(dead, []);
  });
});
