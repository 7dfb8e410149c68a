/** What a redirect has to say is said without JavaScript too, and never to anybody else. */
import t from 'tap';
import { PASSWORD } from '../support/app.ts';
import { phone, startSite } from '../support/site.ts';

t.test('ERR-12 ERR-13 ERR-14 notices on public pages without JavaScript', async (t) => {
  const site = await startSite();
  t.teardown(() => site.close());
  const reader = await site.signUp('Grace');
  const { page, context, goto } = await site.open({ ...phone, javaScriptEnabled: false });

  await goto('/de/sign_in');
  await page.fill('[name=email]', reader.email);
  await page.fill('[name=password]', PASSWORD);
  await page.locator('form[action*="/auth/mail"] [type=submit]').click();
  await page.waitForURL('**/de/creator/stories');
  await page.locator('details:has(form[action*="_method=DELETE"]) > summary').first().click();
  await page.getByRole('button', { name: 'Abmelden' }).first().click();
  await page.waitForURL(/\/de\?success_notice=/);
  t.match(
    await page.locator('main, body').first().innerText(),
    /Du bist abgemeldet/,
    'the landing page tells it',
  );

  const told = await site.app.inject({ url: '/?error_notice=%3Cb%3EFor%20you%20only' });
  t.match(told.body, /&lt;b&gt;For you only/, 'as text');
  t.equal(told.headers['cache-control'], 'no-store');
  const next = await site.app.inject({ url: '/' });
  t.notMatch(next.body, /For you only/);
  t.match(next.headers['cache-control'], /public/);
  await context.close();
});
