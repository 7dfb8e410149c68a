import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import t from 'tap';
import { users } from '../../../../db/schema/index.ts';
import { startTestApp } from '../../../support/app.ts';
import { createStory } from '../../../support/console.ts';
import { linkIn, startMailServer } from '../../../support/mail.ts';
import { inviteTo } from '../../../support/team.ts';

const readCorpus = async <T>(name: string): Promise<T[]> =>
  JSON.parse(
    await readFile(join(import.meta.dirname, '../../../../../shared/corpus/text', name), 'utf8'),
  ) as T[];

t.test('invitations by a real mail server', async (t) => {
  const server = await startMailServer();
  const app = await startTestApp({ environment: { MAILBOX: 'off', SMTP_URL: server.url } });
  t.teardown(async () => {
    await app.close();
    await server.stop();
  });
  const { deps } = app;
  const owner = await app.signUp('Mara Quill');
  const sentTo = (address: string) =>
    server.received.filter(({ to, mail }) => to.includes(address) && mail.text?.includes('/invitation?'));
  // Far from the limits of a user and of an address, which are another test's.
  let nowMs = Date.now();
  deps.clock.now = () => new Date(nowMs);
  const later = () => {
    nowMs += 61 * 60_000;
  };

  await t.test(
    'STO-32 it says who, which story, which role, and until when, as text and as HTML',
    async (t) => {
      const story = await createStory(app, owner, { title: 'Salt & <Road>' });
      await inviteTo(app, owner, story.id, 'new@example.org', 'publisher');
      t.same(server.received, [], 'the request itself sends nothing');
      await app.runJobs();
      const [one] = sentTo('new@example.org');
      t.same(one?.to, ['new@example.org']);
      t.equal(one?.mail.subject, 'Mara Quill invites you to work on “Salt & <Road>”');
      t.match(one?.mail.text, /on the team of “Salt & <Road>” as: Publisher\. Edits drafts, publishes/);
      t.match(one?.mail.text, /holds for 14 days, until \d\d\/\d\d\/\d{4}/);
      t.match(one?.mail.html, /Salt &amp; &lt;Road&gt;/);
      t.notMatch(one?.mail.html, /<Road>/);
      const link = linkIn({ text: one?.mail.text ?? '' });
      t.equal(link.pathname, '/invitation');
      t.ok(one?.mail.html?.includes(`href="${link.href}"`));
    },
  );

  await t.test("I18-23 in the addressee's language where it is known, else in the owner's", async (t) => {
    const german = await app.signUp('Jule');
    await deps.db.update(users).set({ language: 'de' }).where(eq(users.id, german.id));
    const story = await createStory(app, owner);
    await inviteTo(app, owner, story.id, german.email, 'editor');
    await app.runJobs();
    const [one] = sentTo(german.email);
    t.equal(one?.mail.subject, 'Mara Quill lädt dich zur Arbeit an „Night Train“ ein');
    t.match(one?.mail.text, /in der Rolle: Bearbeitung\./);
    t.equal(linkIn({ text: one?.mail.text ?? '' }).pathname, '/de/invitation');
    const theirs = await createStory(app, german);
    await inviteTo(app, german, theirs.id, 'unknown@example.org', 'viewer');
    await app.runJobs();
    t.match(sentTo('unknown@example.org')[0]?.mail.subject, /^Jule lädt dich/);
    const claimed = await app.signUp('Claims', { confirmed: false });
    await inviteTo(app, german, theirs.id, claimed.email, 'viewer');
    await app.runJobs();
    t.match(sentTo(claimed.email)[0]?.mail.subject, /lädt dich/, 'an address that is not proven is nobody’s');
  });

  await t.test('addresses are taken or refused as their diagnosis says (emails-isemail.json)', async (t) => {
    const rows = await readCorpus<{ address: string; category: string }>('emails-isemail.json');
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

  await t.test('line breaks make no address and no header (crlf.json)', async (t) => {
    const story = await createStory(app, owner);
    const payloads = await readCorpus<string>('crlf.json');
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

  t.end();
});

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};
