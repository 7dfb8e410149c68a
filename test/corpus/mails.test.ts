/** Lists of addresses and line breaks in mails that a real mail server receives: one recipient, no header of theirs. */
import { eq } from 'drizzle-orm';
import t from 'tap';
import { users } from '../../db/schema/index.ts';
import { PASSWORD, startTestApp } from '../support/app.ts';
import { createStory } from '../support/console.ts';
import { corpusText } from '../support/corpus.ts';
import { startMailServer } from '../support/mail.ts';
import { inviteTo } from '../support/team.ts';

const server = await startMailServer();
const app = await startTestApp({ environment: { MAILBOX: 'off', SMTP_URL: server.url } });
t.teardown(async () => {
  await app.close();
  await server.stop();
});
const { deps } = app;
const sentTo = (address: string) => server.received.filter(({ to }) => to.includes(address));
// Far from the limits of a user and of an address, which are another test's.
let nowMs = Date.now();
deps.clock.now = () => new Date(nowMs);
const later = (): void => {
  nowMs += 61 * 60_000;
};

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replace(/%u00/g, '%'));
  } catch {
    return text;
  }
}

await t.test('a mail that confirms an address', async (t) => {
  const signUp = (email: string, extra: object = {}) =>
    app.call('POST /users', {
      body: { email, password: PASSWORD, display_name: 'Jule', date_of_birth: '1990-01-31', ...extra },
    });
  await t.test('line breaks in a name change nothing but the text', async (t) => {
    const payloads = await corpusText('crlf');
    const hostile = [
      ...payloads,
      ...payloads.map((payload) => decode(payload)),
      'A\r\nBcc: victim@example.com\r\n\r\nBody',
      'B\nTo: victim@example.com',
    ];
    for (const [index, name] of hostile.entries()) {
      const email = `crlf${index}@example.org`;
      const reply = await signUp(email, { display_name: name });
      t.ok([201, 422].includes(reply.statusCode), `${JSON.stringify(name)}: ${reply.statusCode}`);
      if (/[\r\n]/.test(name)) t.equal(reply.statusCode, 422, 'a name is one line');
      // What the sign-up refuses may have come in before it did.
      if (reply.statusCode === 422) {
        t.equal((await signUp(email)).statusCode, 201);
        await deps.db.update(users).set({ displayName: name }).where(eq(users.email, email));
      }
    }
    await app.runJobs();
    for (const index of hostile.keys()) {
      const [one] = sentTo(`crlf${index}@example.org`);
      const headers = one?.raw.split('\r\n\r\n')[0] ?? '';
      t.notMatch(headers, /^(?:set-cookie|bcc):/im);
      t.same(one?.to, [`crlf${index}@example.org`]);
      t.same(
        one?.mail.to?.map((to) => to.address),
        [`crlf${index}@example.org`],
      );
    }
    t.same(sentTo('victim@example.com'), []);
  });
});

await t.test('a mail that invites to a team', async (t) => {
  const owner = await app.signUp('Mara Quill');
  // The mail that confirms the owner's own address.
  await app.runJobs();
  await t.test('addresses are taken or refused as their diagnosis says', async (t) => {
    const rows = await corpusText<{ address: string; category: string }>('emails-isemail');
    for (const { address, category } of rows) {
      const story = await createStory(app, owner);
      later();
      const reply = await inviteTo(app, owner, story.id, address, 'viewer');
      t.ok([201, 422].includes(reply.statusCode), `${address}: ${reply.statusCode}`);
      if (category === 'ISEMAIL_ERR') t.equal(reply.statusCode, 422, address);
      if (category === 'ISEMAIL_VALID_CATEGORY') t.equal(reply.statusCode, 201, address);
      const before = server.received.length;
      await app.runJobs();
      t.equal(server.received.length - before, reply.statusCode === 201 ? 1 : 0, address);
      if (reply.statusCode === 201) t.equal(server.received.at(-1)?.to.length, 1, address);
    }
  });

  await t.test('line breaks make no address and no header', async (t) => {
    const story = await createStory(app, owner);
    const payloads = await corpusText('crlf');
    for (const payload of payloads) {
      for (const email of [payload, `a@example.org${payload}`, 'a@example.org\r\nBcc: victim@example.com']) {
        later();
        t.equal((await inviteTo(app, owner, story.id, email, 'viewer')).statusCode, 422, email);
      }
    }
    const titles = [...payloads, ...payloads.map(decode), 'A\r\nBcc: victim@example.com\r\n\r\nBody'];
    for (const [index, title] of titles.entries()) {
      const reply = await app.call('POST /creator/stories', {
        as: owner,
        body: { title, publication_type: 'comics', genre: 'mystery', language: 'en' },
      });
      if (reply.statusCode !== 201) continue;
      later();
      const { id } = reply.json<{ story: { id: string } }>().story;
      t.equal((await inviteTo(app, owner, id, `crlf${index}@example.org`, 'viewer')).statusCode, 201);
      await app.runJobs();
      const one = server.received.at(-1);
      t.same(one?.to, [`crlf${index}@example.org`], JSON.stringify(title));
      t.notMatch(one?.raw.split('\r\n\r\n')[0], /^(?:set-cookie|bcc):/im);
    }
  });
});

t.end();
