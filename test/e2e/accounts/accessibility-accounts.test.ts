import { and, eq, isNull } from 'drizzle-orm';
import t from 'tap';
import { securityNotices, sessions } from '../../../db/schema/index.ts';
import { noticeToken } from '../../../server/domains/accounts/second-factor/notices.ts';
import { PASSWORD } from '../../support/app.ts';
import { inspectPages } from '../../support/axe.ts';
import { publishStory } from '../../support/console.ts';
import { switchOnApp } from '../../support/factor.ts';
import { startSite } from '../../support/site.ts';

t.test('accessibility of accounts', async (t) => {
  const site = await startSite();
  t.teardown(() => site.close());
  const creator = await site.signUp('Mirko Haas');
  await site.signUp('Nobody Yet');
  await publishStory(site, creator, { title: 'Night Train' });

  await t.test('what a visitor sees', async (t) => {
    const cem = await site.signUp('Cem');
    await switchOnApp(site, cem);
    const open = and(eq(securityNotices.userId, cem.id), isNull(securityNotices.answeredAt));
    const [notice] = await site.deps.db.select().from(securityNotices).where(open);
    const asked = await site.call('POST /auth/mail', { body: { email: cem.email, password: PASSWORD } });
    const tab = await site.open();
    const ticket = { url: site.origin, name: 'sign_in_ticket', value: asked.json().ticket };
    await tab.context.addCookies([ticket]);
    await inspectPages(t, tab, [
      '/sign_in/second_factor',
      '/de/sign_in/second_factor?with=recovery',
      `/security_notice?token=${noticeToken(site.deps, notice?.id ?? '')}`,
      '/de/security_notice?token=none',
      '/sign_in',
      '/de/sign_up',
      '/forgotten_password',
      '/de/reset_password?token=none',
      '/reset_password',
      '/de/confirm_email',
      '/profile/mirko-haas',
      '/de/profile/nobody-yet',
    ]);
    await tab.context.close();
  });

  await t.test('what the owner of an account sees', async (t) => {
    const tab = await site.open({ as: creator });
    await site.call('POST /user/second_factor/app', { as: creator });
    await inspectPages(t, tab, [
      '/change_password',
      '/de/profile_edit',
      '/settings',
      '/de/connected_apps',
      '/de/settings/second_factor',
    ]);
    await site.call('DELETE /user/second_factor', { as: creator });
    await switchOnApp(site, creator);
    await inspectPages(t, tab, ['/settings/second_factor']);
    await site.deps.db.update(sessions).set({ provenAt: null }).where(eq(sessions.userId, creator.id));
    await inspectPages(t, tab, ['/settings/second_factor', '/de/fresh_sign_in?with=recovery']);
    await tab.context.close();
  });
});
