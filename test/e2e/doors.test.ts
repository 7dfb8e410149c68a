/** Which pages are open to whom: visitors read, find and look things up; what is somebody's own asks for an account. */
import t from 'tap';
import { localizedPath } from '../../locales/index.ts';
import { PAGE_PATHS, type PagePath } from '../../pages/addresses.ts';
import { LOCALES } from '../../server/lib/locale.ts';
import { publishStory } from '../support/console.ts';
import { MAILED } from '../support/mailed-pages.ts';
import { startSite } from '../support/site.ts';

/** Pages that are somebody's own. All others are open. */
const OWN: readonly string[] = [
  '/attention',
  '/change_password',
  '/connected_apps',
  '/fresh_sign_in',
  '/library',
  '/notifications',
  '/profile_edit',
  '/settings',
  '/settings/people',
  '/settings/reports',
  '/settings/second_factor',
  '/wallet',
];
const isOwn = (path: PagePath): boolean => /^\/(?:creator|admin)(?:\/|$)/.test(path) || OWN.includes(path);

t.test('who may open what', async (t) => {
  const site = await startSite();
  t.teardown(() => site.close());
  const creator = await site.signUp('Mirko Haas');
  const { story } = await publishStory(site, creator, { title: 'Night Train', tags: ['trains'] });
  site.caches.purge(['all']);
  const readable = [`/stories/${story.slug}`, `/stories/${story.slug}/1`];
  const status = async (path: string, headers: Record<string, string> = {}) => {
    const { statusCode, headers: said } = await site.app.inject({ url: path, headers });
    return `${statusCode} ${String(said.location ?? '').replace(/\?.*/, '')}`.trim();
  };
  const fixed = PAGE_PATHS.filter((path) => !path.includes('@') && !MAILED.includes(path));

  await t.test(
    'ROL-01 a visitor opens landing, legal pages, stories and search without an account',
    async (t) => {
      const open = [...fixed.filter((path) => !isOwn(path)), ...readable];
      for (const locale of LOCALES)
        for (const path of [...open])
          t.match(await status(localizedPath(locale, path)), /^(?:200|30[12] (?!.*sign_in))/, path);
    },
  );

  await t.test('ROL-01 what needs an account sends a visitor to sign in', async (t) => {
    for (const locale of LOCALES)
      for (const path of fixed.filter(isOwn))
        t.equal(await status(localizedPath(locale, path)), `302 ${localizedPath(locale, '/sign_in')}`, path);
  });

  await t.test('ROL-01 a signed-in reader opens the same and what is their own', async (t) => {
    const reader = await site.signUp('Ilse Vogt');
    const headers = { cookie: `auth_token=${reader.token}; signed_in=1` };
    for (const path of fixed) t.match(await status(path, headers), /^(?:200|30[12] (?!.*sign_in))/, path);
  });
});
