/** Address lists and line breaks in mails on a real mail server: one recipient, and no injected header. */
import t from 'tap';
import { startTestApp } from '../support/app.ts';
import { createStory } from '../support/console.ts';
import { corpusText } from '../support/corpus.ts';
import { startMailServer } from '../support/mail.ts';
import { BROKEN_NAMES, checkNamesInMails } from '../support/mail-names.ts';
import { inviteTo } from '../support/team.ts';
import { isReached } from './texts.ts';

const server = await startMailServer();
const app = await startTestApp({ environment: { MAILBOX: 'off', SMTP_URL: server.url } });
t.teardown(async () => {
  await app.close();
  await server.stop();
});
const { deps } = app;
// Keeps within the limits per user and address. Another test covers those.
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

await t.test(
  'line breaks in a name change nothing but the text of the mail that confirms an address',
  async (t) => {
    const payloads = await corpusText('crlf');
    const names = [...payloads, ...payloads.map((payload) => decode(payload)), ...BROKEN_NAMES];
    await checkNamesInMails(t, { app, server, names });
  },
);

await t.test('a mail that invites to a team', async (t) => {
  const owner = await app.signUp('Mara Quill');
  await app.runJobs();
  await t.test('addresses are taken or refused as their diagnosis says', async (t) => {
    const rows = await corpusText<{ address: string; category: string }>('emails-isemail');
    const diagnoses = new Map(rows.map((row) => [row.address, row.category]));
    for (const { address } of rows) {
      // The server trims spaces around an address. The rest may be valid.
      const typed = address.trim();
      const category = diagnoses.get(typed) ?? diagnoses.get(address);
      const story = await createStory(app, owner);
      later();
      const reply = await inviteTo(app, owner, story.id, address, 'viewer');
      t.ok([201, 422].includes(reply.statusCode), `${address}: ${reply.statusCode}`);
      if (category === 'ISEMAIL_ERR') t.equal(reply.statusCode, 422, address);
      if (category === 'ISEMAIL_VALID_CATEGORY')
        t.equal(reply.statusCode, isReached(typed) ? 201 : 422, address);
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
