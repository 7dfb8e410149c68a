import t from 'tap';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { linkIn, mailsTo } from '../../support/mail.ts';

const get = ({ app }: TestApp, url: string, { address = '127.0.0.1', headers = {} } = {}) =>
  app.inject({ url, remoteAddress: address, headers: { host: 'localhost:3000', ...headers } });

t.test('kept mails at /dev/mail', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  t.match((await get(app, '/dev/mail')).body, /No e-mails yet\./);
  const account = await app.signUp('<script>alert(1)</script>');
  const [mail] = await mailsTo(app, account.email);
  const id = mail?.id ?? '';

  await t.test('they are listed and shown, with links that can be followed', async (t) => {
    const list = await get(app, '/dev/mail');
    t.equal(list.statusCode, 200);
    t.match(list.body, `<a href="/dev/mail/${id}">Confirm your e-mail address</a>`);
    t.match(list.headers['cache-control'], 'no-store');
    const page = await get(app, `/dev/mail/${id}`);
    t.ok(page.body.includes(`<a href="${linkIn(mail ?? { text: '' }).href}">`));
    t.match(page.body, `src="/dev/mail/${id}/html"`);
    const german = await get(app, '/dev/mail', { headers: { 'accept-language': 'de' } });
    t.match(german.body, /Aufbewahrte E-Mails/);
    const message = await get(app, `/dev/mail/${id}/message`);
    t.match(message.headers['content-type'], 'message/rfc822');
    t.match(message.body, /^To: person1@example\.org/m);
    t.match(message.body, new RegExp(`^Message-ID: <${id}@tsuzuki\\.test>`, 'm'));
  });

  await t.test('nothing of a mail runs, and a name in it is text', async (t) => {
    const page = await get(app, `/dev/mail/${id}`);
    t.notMatch(page.body, /<script/i);
    t.match(page.headers['content-security-policy'], "default-src 'none'");
    t.match(page.body, /<iframe [^>]*sandbox="allow-top-navigation-by-user-activation allow-popups"/);
    const html = await get(app, `/dev/mail/${id}/html`);
    t.notMatch(html.body, /<script/i);
    t.match(html.body, /Welcome, &lt;script&gt;/);
    t.match(html.headers['content-security-policy'], /^sandbox (?!.*allow-scripts).*default-src 'none'/);
    t.equal(html.headers['x-frame-options'], 'SAMEORIGIN');
  });

  await t.test('any word of somebody in between closes them', async (t) => {
    for (const name of [
      'Forwarded',
      'Via',
      'X-Forwarded-For',
      'X-Forwarded-Host',
      'X-Forwarded-Proto',
      'X-Forwarded-Server',
      'X-Forwarded',
      'X-Real-IP',
      'X-Client-IP',
      'X-Cluster-Client-IP',
      'X-Original-Forwarded-For',
      'X-Envoy-External-Address',
      'X-Azure-ClientIP',
      'X-Amzn-Trace-Id',
      'True-Client-IP',
      'Client-IP',
      'CF-Connecting-IP',
      'CF-Ray',
      'CDN-Loop',
      'Fastly-Client-IP',
      'Fly-Client-IP',
      'Tailscale-User-Login',
    ]) {
      for (const value of ['127.0.0.1', '']) {
        const reply = await get(app, '/dev/mail', { headers: { [name]: value } });
        t.equal(reply.statusCode, 404, `${name}: ${value}`);
      }
    }
    t.equal(
      (await get(app, '/dev/mail', { headers: { 'x-own': '1', referer: 'http://localhost/' } })).statusCode,
      200,
    );
  });

  await t.test('only this machine sees them', async (t) => {
    for (const url of ['/dev/mail', `/dev/mail/${id}`, `/dev/mail/${id}/html`, `/dev/mail/${id}/message`]) {
      t.equal((await get(app, url, { address: '192.0.2.1' })).statusCode, 404);
      t.equal((await get(app, url, { address: '::ffff:192.0.2.1' })).statusCode, 404);
      t.equal(
        (await get(app, url, { headers: { host: 'evil.example' } })).statusCode,
        404,
        'a name that leads here',
      );
      t.equal((await get(app, url, { headers: { host: 'localhost.evil.example' } })).statusCode, 404);
      t.equal(
        (await get(app, url, { headers: { 'x-forwarded-for': '127.0.0.1' } })).statusCode,
        404,
        'a proxy',
      );
      t.equal((await get(app, url, { address: '::1', headers: { host: '[::1]:3000' } })).statusCode, 200);
    }
  });

  await t.test('what is no mail is not found', async (t) => {
    for (const wrong of ['x', '..%2f..%2fpackage', `${id}.json`, '01a1f8f2-c6ad-7892-82f7-726a9a137db6'])
      t.equal((await get(app, `/dev/mail/${wrong}`)).statusCode, 404, wrong);
  });
});

t.test('where mails are sent there is no /dev/mail', async (t) => {
  const app = await startTestApp({ environment: { MAILBOX: 'off' } });
  t.teardown(() => app.close());
  t.equal((await get(app, '/dev/mail')).statusCode, 404);
});
