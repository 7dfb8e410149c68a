/** The way there and back in a real browser, whose rules for cookies between sites decide whether it works at all. */

import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import t from 'tap';
import { PROVIDERS, SOCIAL_COOKIE } from '../../server/domains/social/rules.ts';
import { createPages } from '../../server/rendering/plugin.ts';
import { startTestApp } from '../support/app.ts';
import { borrowBrowser } from '../support/browser.ts';
import { startPeers } from '../support/social.ts';

process.env.NODE_ENV = 'production';

/** The providers stand on 127.0.0.1, so `localhost` makes them other sites. */
const port = await freePort();
const origin = `http://localhost:${port}`;
const peers = await startPeers(origin);
const site = await startTestApp({
  environment: peers.environment,
  app: async (deps) => ({ pages: await createPages(deps, { mode: 'production' }) }),
});
await site.app.listen({ port, host: 'localhost' });
const browser = await borrowBrowser();

for (const provider of PROVIDERS) {
  t.test(
    `ACC-45 ACC-46 ACC-47 ACC-48 ACC-49 ${provider}: from a link to a session, with nothing left in the address`,
    async (t) => {
      const context = await browser.newContext({ baseURL: origin });
      const page = await context.newPage();
      const link = `/api/auth/${provider}?social_action=signing&locale=de&back=%2Fde%2Fcreator%2Fstories%3Ffilter%3Dall`;
      await page.goto(link);
      t.equal(new URL(page.url()).pathname, '/de/sign_up/social', 'a newcomer comes to the step');
      t.notMatch(page.url(), /auth_token/);
      const cookies = await context.cookies();
      const mark = cookies.find(({ name }) => name === SOCIAL_COOKIE);
      t.match(mark, { httpOnly: true, sameSite: 'Lax', path: '/' });
      t.notOk(
        cookies.some(({ name }) => name === 'auth_token'),
        'and has no session',
      );

      const made = await site.call('POST /auth/social_account', {
        body: { date_of_birth: '1990-01-31', display_name: 'Mika', email: `${provider}@example.org` },
        headers: { cookie: `${SOCIAL_COOKIE}=${mark?.value}` },
      });
      t.equal(made.statusCode, 201, made.body);

      page.on('dialog', (dialog) => void dialog.dismiss());
      const visited: string[] = [];
      page.on('response', (response) => void visited.push(response.url()));
      await page.goto(link);
      const url = new URL(page.url());
      t.equal(url.pathname, '/de/creator/stories');
      t.equal(url.searchParams.get('filter'), 'all');
      t.equal(url.searchParams.has('auth_token'), false);
      const session = (await context.cookies()).find(({ name }) => name === 'auth_token');
      t.match(session, { httpOnly: true, sameSite: 'Lax' });
      const account = await site.call('GET /user/account', {
        headers: { cookie: `auth_token=${session?.value}` },
      });
      t.equal(account.json().user.id, made.json().user.id, 'ACC-48');

      const spent = visited.find((each) => each.includes('auth_token=')) ?? '';
      t.match(spent, '/de/sign_in?auth_token=');
      t.equal(new URL(spent).searchParams.get('social_app_name'), provider);
      await context.clearCookies({ name: 'auth_token' });
      await page.goto(spent);
      t.equal(new URL(page.url()).pathname, '/de/sign_in', 'the address of the history opens nothing');
      t.notOk((await context.cookies()).some(({ name }) => name === 'auth_token'));
      await context.close();
    },
  );
}

t.test('everything is closed', async () => {
  await browser.close();
  await site.close();
  await peers.close();
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, 'localhost', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
