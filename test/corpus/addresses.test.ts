import { sql } from 'drizzle-orm';
import t from 'tap';
import { passwordHasher } from '../../server/domains/accounts/accounts/passwords.ts';
import { isEmail } from '../../server/domains/accounts/accounts/rules.ts';
import { mailer } from '../../server/domains/platform/mail/mailer.ts';
import { isBlank } from '../../server/lib/text.ts';
import { PASSWORD, startTestApp } from '../support/app.ts';
import { corpusText } from '../support/corpus.ts';
import { isReached } from './texts.ts';

type Row = { address: string; category: string; diagnosis: string };

t.test('addresses are taken and refused as their diagnosis says (emails-isemail.json)', async (t) => {
  for (const { address, category, diagnosis } of await corpusText<Row>('emails-isemail')) {
    const taken = isEmail(address);
    if (category === 'ISEMAIL_ERR') t.equal(taken, false, `${diagnosis} ${address}`);
    if (category === 'ISEMAIL_VALID_CATEGORY') t.equal(taken, isReached(address), `${diagnosis} ${address}`);
    // Addresses with quotes, comments or a literal domain are legal, but no real person signs up with one.
    if (/["()[\]\s\\]/.test(address)) t.equal(taken, false, address);
  }
});

t.test('addresses of every kind through the API', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  passwordHasher.provide(app.deps, {
    hash: async (password) => `plain:${password}`,
    verify: async (password, stored) => stored === `plain:${password}`,
    isCommon: () => false,
  });
  let network = 0;
  const post = (path: string, body: object) => {
    network += 1;
    return app.call(`POST ${path}`, { body, address: `10.0.${network >> 8}.${network & 255}` });
  };
  const signUp = (email: string) =>
    post('/users', { email, password: PASSWORD, display_name: 'A', date_of_birth: '1990-01-31' });

  await t.test('taken or refused as their diagnosis says (emails-isemail.json)', async (t) => {
    const account = await app.signUp();
    const rows = await corpusText<Row>('emails-isemail');
    for (const { address, category } of rows) {
      // Trimmed addresses may belong to one account. Its sign-in limit is not under test.
      await app.deps.db.execute(sql`delete from sign_in_failures`);
      const first = await signUp(address);
      t.ok([201, 422].includes(first.statusCode), `${address}: ${first.statusCode}`);
      if (category === 'ISEMAIL_ERR') t.equal(first.statusCode, 422, address);
      if (category === 'ISEMAIL_VALID_CATEGORY')
        t.equal(first.statusCode, isReached(address) ? 201 : 422, address);
      if (first.statusCode === 422) t.same((await signUp(address)).body, first.body, 'the same again');
      const signIn = await post('/auth/mail', { email: address, password: 'wrong' });
      t.equal(signIn.statusCode, isBlank(address) ? 422 : 401, JSON.stringify(address));
      t.ok([202, 422].includes((await post('/forgotten_passwords', { email: address })).statusCode), address);
      const change = await app.call('PUT /user/profile', {
        as: account,
        body: { email: address, current_password: PASSWORD },
      });
      t.ok([200, 422, 429].includes(change.statusCode), `${address}: ${change.statusCode}`);
    }
    await app.runJobs();
  });

  await t.test('line breaks make no address (crlf.json)', async (t) => {
    for (const payload of await corpusText('crlf')) {
      for (const email of [payload, `a@example.org${payload}`, `a@example.org\r\nBcc: b@example.org`]) {
        t.equal((await signUp(email)).statusCode, 422, email);
        t.equal((await post('/auth/mail', { email, password: 'x' })).statusCode, 401);
        t.equal((await post('/forgotten_passwords', { email })).statusCode, 202);
      }
    }
    const kept = (await mailer.of(app.deps).mailbox?.list()) ?? [];
    t.ok(kept.every(({ to }) => /^[^\s]+@[^\s]+$/.test(to)));
  });

  await t.test('the way back after a form leads to this site only (open-redirect.json)', async (t) => {
    const account = await app.signUp();
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' };
    const own = 'http://tsuzuki.test';
    for (const payload of await corpusText<unknown>('open-redirect')) {
      const back = typeof payload === 'string' ? payload : JSON.stringify(payload);
      const body = new URLSearchParams({ email: account.email, password: PASSWORD, _back: back }).toString();
      network += 1;
      const reply = await app.call('POST /auth/mail', {
        body,
        headers,
        address: `10.2.${network >> 8}.${network & 255}`,
      });
      t.equal(reply.statusCode, 303, back);
      const target = String(reply.headers.location);
      t.match(target, /^\/(?![/\\])/, back);
      t.equal(new URL(target, own).origin, own, back);
    }
  });
});
