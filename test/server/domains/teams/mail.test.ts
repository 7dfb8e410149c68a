import { eq } from 'drizzle-orm';
import t from 'tap';
import { users } from '#db/schema/index.ts';
import { startTestApp } from '../../../support/app.ts';
import { createStory } from '../../../support/console.ts';
import { linkIn, startMailServer } from '../../../support/mail.ts';
import { inviteTo } from '../../../support/team.ts';

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

  t.end();
});
