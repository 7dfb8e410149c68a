/** The screens of accounts by axe, in both widths and both themes. */
import t from 'tap';
import { inspectPages } from '../support/axe.ts';
import { publishStory } from '../support/console.ts';
import { startSite } from '../support/site.ts';

t.test('accessibility of accounts', async (t) => {
  const site = await startSite();
  t.teardown(() => site.close());
  const creator = await site.signUp('Mirko Haas');
  await site.signUp('Nobody Yet');
  await publishStory(site, creator, { title: 'Night Train' });
  const visitor = [
    '/sign_in',
    '/de/sign_up',
    '/forgotten_password',
    '/de/reset_password?token=none',
    '/reset_password',
    '/confirm_email?token=none',
    '/de/confirm_email',
    '/profile/mirko-haas',
    '/de/profile/nobody-yet',
  ];
  const owner = ['/change_password', '/de/profile_edit', '/settings', '/de/connected_apps'];

  for (const [who, account, paths] of [
    ['a visitor', undefined, visitor],
    ['the owner of an account', creator, owner],
  ] as const) {
    await t.test(`what ${who} sees`, async (t) => {
      const tab = await site.open(account && { as: account });
      await inspectPages(t, tab, paths);
      await tab.context.close();
    });
  }
});
