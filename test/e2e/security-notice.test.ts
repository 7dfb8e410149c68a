/** The link of a security mail: its question, and either answer, with and without JavaScript. */
import { and, eq, isNull } from 'drizzle-orm';
import t from 'tap';
import { securityNotices, sessions, users } from '../../db/schema/index.ts';
import { noticeToken } from '../../server/domains/factors/notices.ts';
import type { Account } from '../support/app.ts';
import { inspectPages } from '../support/axe.ts';
import { switchOnApp } from '../support/factor.ts';
import { phone, startSite, wide } from '../support/site.ts';

const site = await startSite();
t.teardown(() => site.close());

/** Somebody with a new second factor, and the link that they were mailed about it. */
async function told(name: string): Promise<{ account: Account; path: string }> {
  const account = await site.signUp(name);
  await switchOnApp(site, account);
  const open = and(eq(securityNotices.userId, account.id), isNull(securityNotices.answeredAt));
  const [notice] = await site.deps.db.select().from(securityNotices).where(open);
  if (notice === undefined) throw new Error('nobody was told');
  return { account, path: `/security_notice?token=${noticeToken(site.deps, notice.id)}` };
}

for (const javaScriptEnabled of [true, false]) {
  const how = javaScriptEnabled ? 'with a script' : 'without a script';

  t.test(`ACC-07 “it was not me” signs everybody out and leads to a new password, ${how}`, async (t) => {
    const { account, path } = await told('Jule Winter');
    const { page, goto, context } = await site.open({ ...phone, javaScriptEnabled });
    await goto(path);
    t.equal(
      await site.deps.db.$count(sessions, eq(sessions.userId, account.id)),
      1,
      'to open it does nothing',
    );
    await page.getByRole('button', { name: 'No, sign everybody out' }).click();
    await page.waitForURL(/\/reset_password\?token=/);
    t.equal(await site.deps.db.$count(sessions, eq(sessions.userId, account.id)), 0);
    const [row] = await site.deps.db.select().from(users).where(eq(users.id, account.id));
    t.equal(row?.secondFactorAt, null, 'what was added is gone');
    t.ok(await page.locator('main input[type=password]').first().isVisible());
    await goto(path);
    t.equal(
      await page.getByRole('button', { name: 'No, sign everybody out' }).count(),
      0,
      'a link answers once',
    );
    await context.close();
  });

  t.test(`ACC-07 “it was me” changes nothing, ${how}`, async (t) => {
    const { account, path } = await told('Mirko Haas');
    const { page, goto, context } = await site.open({ ...wide, javaScriptEnabled });
    await goto(path);
    // A script takes the notice out of the address as soon as it runs.
    const arrived = page.waitForResponse((response) => response.url().includes('success_notice='));
    await page.getByRole('button', { name: 'Yes, that was me' }).click();
    await arrived;
    t.equal(await site.deps.db.$count(sessions, eq(sessions.userId, account.id)), 1);
    await context.close();
  });
}

t.test('its pages by axe', async (t) => {
  const { path } = await told('Cem');
  const tab = await site.open();
  await inspectPages(t, tab, [path, `/de${path}`, '/security_notice?token=none']);
  await tab.context.close();
});
