import { eq } from 'drizzle-orm';
import t from 'tap';
import { mails, mailTokens, outbox, users } from '#db/schema/index.ts';
import { inTransaction } from '#server/deps.ts';
import { createMailer, mailer } from '#server/domains/platform/mail/mailer.ts';
import { queueMail } from '#server/domains/platform/mail/queue.ts';
import { sendMail } from '#server/domains/platform/mail/send.ts';
import { newId } from '#server/lib/ids.ts';
import { handlers } from '#workers/handlers.ts';
import { runJob } from '#workers/run-job.ts';
import { PASSWORD, startTestApp } from '../../../support/app.ts';
import { linkIn, startMailServer, tokenIn } from '../../../support/mail.ts';
import { BROKEN_NAMES, checkNamesInMails } from '../../../support/mail-names.ts';
import { LOOPBACK_PEM } from '../../../support/redis.ts';

t.test('mails by a real mail server', async (t) => {
  const server = await startMailServer({ auth: { user: 'tsuzuki', password: 'p@ss/word' } });
  const app = await startTestApp({
    environment: {
      MAILBOX: 'off',
      SMTP_URL: server.url,
      MAIL_FROM: 'Tsuzuki <hello@tsuzuki.test>',
    },
  });
  t.teardown(async () => {
    await app.close();
    await server.stop();
  });
  const { deps } = app;
  const signUp = (email: string, extra: object = {}, headers: Record<string, string> = {}) =>
    app.call('POST /users', {
      headers,
      body: { email, password: PASSWORD, display_name: 'Jule', date_of_birth: '1990-01-31', ...extra },
    });
  const sentTo = (address: string) => server.received.filter((one) => one.to.includes(address));

  await t.test(
    'ACC-12, OPS-05 a worker sends the confirmation link when an account is created',
    async (t) => {
      t.equal((await signUp('jule@example.org')).statusCode, 201);
      t.same(server.received, [], 'the request itself sends nothing');
      await app.runJobs();
      t.equal(server.received.length, 1);
      const [one] = server.received;
      t.same(one?.to, ['jule@example.org']);
      t.equal(one?.from, 'hello@tsuzuki.test');
      t.equal(one?.mail.subject, 'Confirm your e-mail address');
      t.match(one?.mail.from, { name: 'Tsuzuki', address: 'hello@tsuzuki.test' });
      t.match(one?.mail.headers.find((header) => header.key === 'auto-submitted')?.value, 'auto-generated');
      const link = linkIn({ text: one?.mail.text ?? '' });
      t.equal(link.pathname, '/confirm_email');
      t.equal(link.origin, 'http://tsuzuki.test');
      t.match(link.searchParams.get('token'), /^[\w-]{43}$/);
      t.ok(
        one?.mail.html?.includes(`href="${link.href}"`),
        'the button of the HTML leads to the same address',
      );
      t.match(one?.mail.html, /<html lang="en">/);
      t.match(one?.mail.html, /prefers-color-scheme:dark/);
      t.match(one?.mail.text, /Welcome, Jule/);
      t.notMatch(one?.mail.text, /<\w/, 'the text is no HTML');
    },
  );

  await t.test('a mail is sent once, however often its job runs', async (t) => {
    const [row] = await deps.db.select().from(mails).where(eq(mails.toAddress, 'jule@example.org'));
    t.ok(row?.sentAt);
    await sendMail(deps, row?.id ?? '');
    await Promise.all([sendMail(deps, row?.id ?? ''), sendMail(deps, row?.id ?? '')]);
    t.equal(sentTo('jule@example.org').length, 1);
    t.equal(sentTo('jule@example.org')[0]?.mail.messageId, `<${row?.id}@tsuzuki.test>`);
  });

  await t.test('two workers with the same mail at the same time send it once', async (t) => {
    await signUp('twice@example.org');
    const [row] = await deps.db.select().from(mails).where(eq(mails.toAddress, 'twice@example.org'));
    await Promise.all([1, 2, 3, 4].map(() => sendMail(deps, row?.id ?? '')));
    t.equal(sentTo('twice@example.org').length, 1);
    await app.runJobs();
  });

  await t.test('nothing in the database or the queue is a link or a token', async (t) => {
    const token = tokenIn({ text: sentTo('jule@example.org')[0]?.mail.text ?? '' });
    const rows = [
      await deps.db.select().from(mails),
      await deps.db.select().from(mailTokens),
      await deps.db.select().from(outbox),
    ];
    const kept = JSON.stringify(rows, (_key, value) =>
      value?.type === 'Buffer' ? Buffer.from(value.data).toString('base64url') : value,
    );
    t.ok(kept.includes('jule@example.org'), 'the rows are there');
    t.notOk(kept.includes(token));
  });

  await t.test('a mail that the server refuses for now is sent by the next attempt', async (t) => {
    server.refuse(451);
    await signUp('later@example.org');
    await t.rejects(app.runJobs());
    t.same(sentTo('later@example.org'), []);
    await app.runJobs();
    t.equal(sentTo('later@example.org').length, 1);
  });

  await t.test('an address that the server refuses for good is not tried again', async (t) => {
    server.refuse(550);
    const mailId = await inTransaction(deps, async (tx) => {
      const [user] = await tx.db.select().from(users).limit(1);
      return queueMail(tx, {
        userId: user?.id ?? '',
        kind: 'password_changed',
        to: 'gone@example.org',
        locale: 'en',
      });
    });
    const job = { id: 'ob-x', name: 'mail.send' as const, payload: { mailId }, attempt: 1, attempts: 10 };
    await t.rejects(runJob(deps, handlers, job), {
      name: 'UnrecoverableError',
      message: 'refused: mail_refused',
    });
    await deps.db.delete(mails).where(eq(mails.id, mailId));
    await deps.db.update(outbox).set({ relayedAt: new Date() });
  });

  await t.test("I18-23 mails are in the account's language", async (t) => {
    await signUp('jule.de@example.org', { language: 'de' });
    await app.runJobs();
    const [one] = sentTo('jule.de@example.org');
    t.equal(one?.mail.subject, 'Bestätige deine E-Mail-Adresse');
    t.match(one?.mail.text, /Willkommen, Jule\. Eine Sache noch\./);
    t.match(one?.mail.text, /bis \d\d\/\d\d\/\d{4} um \d\d:\d\d/);
    t.equal(linkIn({ text: one?.mail.text ?? '' }).pathname, '/de/confirm_email');
    t.match(one?.mail.html, /<html lang="de">/);
    await deps.db.update(users).set({ language: 'en' }).where(eq(users.email, 'jule.de@example.org'));
    await app.call('POST /forgotten_passwords', {
      body: { email: 'jule.de@example.org' },
      headers: { 'accept-language': 'de' },
    });
    await app.runJobs();
    t.equal(sentTo('jule.de@example.org')[1]?.mail.subject, 'Set a new password', 'not that of the request');
  });

  await t.test('ACC-14, OPS-06 a worker sends the reset mail that was asked for', async (t) => {
    await app.call('POST /forgotten_passwords', { body: { email: 'JULE@example.org' } });
    await app.runJobs();
    const [, one] = sentTo('jule@example.org');
    t.equal(one?.mail.subject, 'Set a new password');
    t.equal(linkIn({ text: one?.mail.text ?? '' }).pathname, '/reset_password');
    t.equal(sentTo('JULE@example.org').length, 0, 'it goes to the address as its owner wrote it');
  });

  await t.test('a link that has run out before its mail could be sent is not sent', async (t) => {
    await signUp('slow@example.org');
    await deps.db
      .update(mailTokens)
      .set({ expiresAt: new Date(0) })
      .where(eq(mailTokens.email, 'slow@example.org'));
    await app.runJobs();
    t.same(sentTo('slow@example.org'), []);
  });

  await t.test('line breaks in a name change nothing but the text', (t) =>
    checkNamesInMails(t, { app, server, names: BROKEN_NAMES }),
  );

  await t.test('a subject, an address and a sender with line breaks stay one header each', async (t) => {
    await mailer
      .of(deps)
      .send({
        id: newId(),
        to: 'x@example.org\r\nBcc: victim@example.com',
        locale: 'en',
        subject: 'Hello\r\nBcc: victim@example.com\r\n\r\nBody',
        text: 'text',
        html: '<p>html</p>',
      })
      .catch(() => {});
    t.same(sentTo('victim@example.com'), []);
    for (const one of server.received) t.notMatch(one.raw.split('\r\n\r\n')[0], /^bcc:/im);
  });
});

const base = {
  MAIL_FROM: 'a@example.org',
  BASE_URL: 'http://tsuzuki.test',
  DATA_DIR: '/nowhere',
  mailbox: false,
};
const mail = () => ({ id: newId(), to: 'b@example.org', locale: 'en', subject: 's', text: 't', html: 'h' });

t.test('a mail goes over TLS where it has to, to whom an authority vouches for', async (t) => {
  const auth = { user: 'tsuzuki', password: 'p' };
  const [open, encrypting] = [await startMailServer({ auth }), await startMailServer({ auth, tls: true })];
  t.teardown(() => Promise.all([open.stop(), encrypting.stop()]));
  const send = async (SMTP_URL: string, SMTP_TLS: 'auto' | 'on' | 'off', SMTP_CA_FILE?: string) => {
    const mailer = createMailer({ ...base, SMTP_URL, SMTP_TLS, SMTP_CA_FILE });
    try {
      await mailer.send(mail());
    } finally {
      mailer.close();
    }
  };
  await send(encrypting.url, 'on', LOOPBACK_PEM);
  t.equal(encrypting.received[0]?.isEncrypted, true);
  await send(encrypting.url, 'auto', LOOPBACK_PEM);
  t.equal(encrypting.received[1]?.isEncrypted, true, 'it is used where it is offered');
  await send(encrypting.url, 'off');
  t.equal(encrypting.received[2]?.isEncrypted, false);
  await t.rejects(send(encrypting.url, 'on'), /self.signed/, 'nobody vouches for it');
  await t.rejects(send(open.url, 'on', LOOPBACK_PEM), /STARTTLS/, 'no mail and no password in the clear');
  t.equal(open.received.length, 0);
  t.throws(
    () => createMailer({ ...base, SMTP_URL: open.url, SMTP_TLS: 'on', SMTP_CA_FILE: '/none.pem' }),
    /^SMTP_CA_FILE/,
  );
});

t.test('mails wait while the server is away, and go once when it is back', async (t) => {
  const first = await startMailServer();
  const port = Number(new URL(first.url).port);
  const app = await startTestApp({ environment: { MAILBOX: 'off', SMTP_URL: first.url } });
  t.teardown(() => app.close());
  await app.signUp('Before');
  await app.runJobs();
  t.equal(first.received.length, 1, 'a connection is open now');
  await first.stop();
  await app.signUp('Meanwhile');
  await t.rejects(app.runJobs(), 'its job fails, and is tried again');
  await t.rejects(app.runJobs());
  const second = await startMailServer({ port });
  t.teardown(() => second.stop());
  await app.runJobs();
  t.equal(second.received.length, 1);
  await app.runJobs();
  t.equal(second.received.length, 1, 'and not again');
});

t.test('without a mail server mails wait, and say why', async (t) => {
  const mailer = createMailer({ ...base, SMTP_URL: undefined, SMTP_TLS: 'auto', SMTP_CA_FILE: undefined });
  await t.rejects(mailer.send(mail()), /SMTP_URL/);
});
