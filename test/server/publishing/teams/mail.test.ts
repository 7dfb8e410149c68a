import { eq } from 'drizzle-orm';
import t from 'tap';
import { users } from '#db/schema/index.ts';
import { startTestApp } from '../../../support/app.ts';
import { createStory } from '../../../support/console.ts';
import { joinTeam } from '../../../support/figures.ts';
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
      t.match(one?.mail.text, /is valid for 14 days, until \d\d\/\d\d\/\d{4}/);
      t.match(one?.mail.html, /Salt &amp; &lt;Road&gt;/);
      t.notMatch(one?.mail.html, /<Road>/);
      const link = linkIn({ text: one?.mail.text ?? '' });
      t.equal(link.pathname, '/invitation');
      t.ok(one?.mail.html?.includes(`href="${link.href}"`));
    },
  );

  await t.test('ROL-05 who is removed is told by mail and in their notifications', async (t) => {
    const story = await createStory(app, owner, { title: 'Salt Road' });
    const [editor, leaver] = [await app.signUp('Edda'), await app.signUp('Lea')];
    for (const member of [editor, leaver]) await joinTeam(app, story.id, member, 'editor');
    const path = `/creator/stories/${story.id}/collaborators`;
    t.equal((await app.call(`DELETE ${path}/${editor.id}`, { as: owner })).statusCode, 204);
    t.equal((await app.call(`DELETE ${path}/me`, { as: leaver })).statusCode, 204);
    await app.runJobs();
    const told = ({ email }: { email: string }) =>
      server.received.filter(({ to, mail }) => to.includes(email) && /no longer/.test(mail.subject ?? ''));
    const [one, ...more] = told(editor);
    t.same(more, []);
    t.equal(one?.mail.subject, 'You are no longer on the team of “Salt Road”');
    t.match(one?.mail.text, /Hello Edda, the owner of the story has removed you from its team/);
    t.same(told(leaver), [], 'who leaves knows it');
    const { notifications } = (await app.call('GET /user/notifications', { as: editor })).json();
    t.match(notifications, [{ text: 'You no longer belong to the team of Salt Road' }]);
  });

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
