import { eq } from 'drizzle-orm';
import t from 'tap';
import { mails, storyInvitations, storyMembers } from '#db/schema/index.ts';
import { collectOwnData } from '#server/domains/administration/privacy/collect.ts';
import { eraseDueAccounts } from '#server/domains/administration/privacy/deletion.ts';
import { PASSWORD, startTestApp } from '../../../support/app.ts';
import { createEpisode, createStory, uploadPages } from '../../../support/console.ts';
import { accept, findTeam, inviteTo, joinTeam } from '../../../support/team.ts';

const DAY_MS = 24 * 3_600_000;

t.test('what a team says of people', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const { deps } = app;
  let nowMs = Date.now();
  deps.clock.now = () => new Date(nowMs);
  const eraseLater = async () => {
    nowMs += 31 * DAY_MS;
    await eraseDueAccounts(deps);
  };
  const membersOf = (storyId: string) =>
    deps.db.select().from(storyMembers).where(eq(storyMembers.storyId, storyId));

  await t.test('memberships and invitations are in the copy of the own data', async (t) => {
    const owner = await app.signUp('Owner');
    const member = await app.signUp('Member');
    const story = await createStory(app, owner, { title: 'Shared' });
    await joinTeam(app, owner, story.id, member, 'editor');
    await inviteTo(app, owner, story.id, 'asked@example.org', 'viewer');
    const mine = (await collectOwnData(deps, member.id)).files as Record<string, unknown>;
    t.match(mine.teams, [{ story: { id: story.id, title: 'Shared' }, role: 'editor' }]);
    t.match(mine.invitations, {
      sent: [],
      received: [{ email: member.email, inviter: 'Owner', role: 'editor' }],
    });
    t.equal((mine.stories as unknown[]).length, 0);
    const theirs = (await collectOwnData(deps, owner.id)).files as Record<string, unknown>;
    const { sent, received } = theirs.invitations as Record<'sent' | 'received', { email: string }[]>;
    // Compared as sets: the clock stands still, so their order is undefined.
    t.same(new Set(sent.map(({ email }) => email)), new Set([member.email, 'asked@example.org']));
    t.same(received, []);
    t.notMatch(JSON.stringify([mine, theirs]), /token_?hash/i);
    const claims = await app.signUp('Claims', { confirmed: false });
    await inviteTo(app, owner, story.id, claims.email, 'viewer');
    const unproven = (await collectOwnData(deps, claims.id)).files as Record<string, unknown>;
    t.match(unproven.invitations, { received: [] }, 'an address that is not proven opens nothing');
  });

  await t.test('a member who is erased leaves the team and the work, and no address', async (t) => {
    const owner = await app.signUp('Stays');
    const member = await app.signUp('Goes');
    const story = await createStory(app, owner);
    await joinTeam(app, owner, story.id, member, 'editor');
    const episode = await createEpisode(app, member, story.id);
    await uploadPages(app, member, episode.id, ['1.jpg']);
    const other = await createStory(app, owner);
    await inviteTo(app, owner, other.id, member.email, 'viewer');
    await app.runJobs();
    await app.call('DELETE /user', { as: member, body: { password: PASSWORD } });
    t.equal((await findTeam(app, owner, story.id)).collaborators.length, 2, 'they may still come back');
    await eraseLater();
    t.equal((await membersOf(story.id)).length, 1);
    t.same(await deps.db.select().from(storyInvitations).where(eq(storyInvitations.email, member.email)), []);
    t.same(await deps.db.select().from(mails).where(eq(mails.toAddress, member.email)), []);
    const pages = await app.call(`GET /creator/pages?episode_id=${episode.id}`, { as: await back(owner) });
    t.equal(pages.json().pages.length, 1, 'what they drew for the story stays with it');
  });

  await t.test('an owner who is erased takes story, team and invitations along', async (t) => {
    const owner = await app.signUp('Leaves');
    const member = await app.signUp('Left behind');
    const story = await createStory(app, owner);
    await joinTeam(app, owner, story.id, member, 'publisher');
    const guest = await app.signUp('Asked');
    const invited = await inviteTo(app, owner, story.id, guest.email, 'viewer');
    await app.call('DELETE /user', { as: owner, body: { password: PASSWORD } });
    await eraseLater();
    t.same(await membersOf(story.id), []);
    t.same(await deps.db.select().from(storyInvitations).where(eq(storyInvitations.storyId, story.id)), []);
    t.equal((await app.call(`GET /creator/stories/${story.id}`, { as: await back(member) })).statusCode, 404);
    const id = invited.json<{ invitation: { id: string } }>().invitation.id;
    t.equal((await accept(app, await back(guest), id)).statusCode, 404);
  });

  /** A new sign-in, since a month has passed. */
  async function back<T extends { email: string }>(account: T): Promise<T> {
    const reply = await app.call('POST /auth/mail', { body: { email: account.email, password: PASSWORD } });
    const { auth_token: token } = reply.json<{ auth_token: string }>();
    return { ...account, token, headers: { authorization: `Bearer ${token}` } };
  }

  t.end();
});
