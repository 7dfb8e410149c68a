import { eq, sql } from 'drizzle-orm';
import t from 'tap';
import { mails, outbox, storyInvitations, users } from '#db/schema/index.ts';
import { deleteOldInvitations } from '#server/domains/publishing/teams/invitations.ts';
import { startTestApp } from '../../../support/app.ts';
import { createStory } from '../../../support/console.ts';
import { linkIn, mailsTo, tokenIn } from '../../../support/mail.ts';
import { accept, findTeam, invitationsFor, inviteTo, joinTeam } from '../../../support/team.ts';

const DAY_MS = 24 * 3_600_000;

t.test('invitations to a team', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const { deps } = app;
  let nowMs = Date.now();
  deps.clock.now = () => new Date(nowMs);
  const owner = await app.signUp('Mara Quill');
  const stranger = await app.signUp('Stranger');
  const idIn = (reply: { json<T>(): T }) => reply.json<{ invitation: { id: string } }>().invitation.id;

  await t.test(
    'STO-32 the owner invites by mail, who was asked accepts, and both see the team',
    async (t) => {
      const guest = await app.signUp('Jonas');
      const story = await createStory(app, owner);
      const reply = await inviteTo(app, owner, story.id, guest.email.toUpperCase(), 'editor');
      t.equal(reply.statusCode, 201);
      t.match(reply.json(), {
        invitation: {
          role: 'editor',
          state: 'open',
          expires_at: new Date(nowMs + 14 * DAY_MS).toISOString(),
        },
      });
      t.equal((await app.call(`GET /creator/stories/${story.id}`, { as: guest })).statusCode, 404, 'not yet');
      const [mail] = await mailsTo(app, guest.email.toUpperCase());
      t.equal(mail?.subject, 'Mara Quill invites you to work on “Night Train”');
      t.equal(linkIn(mail ?? { text: '' }).pathname, '/invitation');
      t.match(await invitationsFor(app, guest), [
        { role: 'editor', story: { id: story.id, title: 'Night Train' } },
      ]);
      t.same(await invitationsFor(app, stranger), []);
      const joined = await accept(app, guest, idIn(reply));
      t.equal(joined.statusCode, 200);
      t.same(joined.json(), { story_id: story.id, role: 'editor' });
      t.match(await findTeam(app, guest, story.id), {
        role: 'editor',
        collaborators: [
          { user_id: owner.id, display_name: 'Mara Quill', role: 'owner', own: false },
          { user_id: guest.id, display_name: 'Jonas', role: 'editor', own: true },
        ],
        invitations: [],
      });
      t.match((await app.call('GET /creator/stories', { as: guest })).json(), {
        stories: [{ id: story.id, role: 'editor' }],
      });
      t.same(await invitationsFor(app, guest), []);
      t.same((await findTeam(app, owner, story.id)).invitations, [], 'answered, so no longer open');
    },
  );

  await t.test('the token is kept nowhere, and holds for nothing but its own invitation', async (t) => {
    const story = await createStory(app, owner);
    await inviteTo(app, owner, story.id, 'kept@example.org', 'viewer');
    const token = tokenIn((await mailsTo(app, 'kept@example.org'))[0] ?? { text: '' });
    t.match(token, /^[\w-]{43}$/);
    const rows = [
      await deps.db.select().from(mails),
      await deps.db.select().from(storyInvitations),
      await deps.db.select().from(outbox),
    ];
    const kept = JSON.stringify(rows, (_key, value) =>
      value?.type === 'Buffer' ? Buffer.from(value.data).toString('base64url') : value,
    );
    t.ok(kept.includes('kept@example.org') && !kept.includes(token));
    t.equal((await app.call('POST /user/confirm_email', { body: { token } })).statusCode, 422);
  });

  await t.test('it is bound to the address it went to, and that address has to be proven', async (t) => {
    const story = await createStory(app, owner);
    const guest = await app.signUp('Unproven', { confirmed: false });
    const id = idIn(await inviteTo(app, owner, story.id, guest.email, 'viewer'));
    t.same(await invitationsFor(app, guest), [], 'nobody reads of it by claiming an address');
    const early = await accept(app, guest, id);
    t.equal(early.statusCode, 409);
    t.equal(early.json().code, 'email_unconfirmed_join');
    t.equal((await accept(app, stranger, id)).statusCode, 404);
    t.equal((await app.call(`POST /user/invitations/${id}/accept`, { body: {} })).statusCode, 401);
    t.equal(
      (await app.call(`POST /user/invitations/${id}/decline`, { as: stranger, body: {} })).statusCode,
      404,
    );
    await deps.db.update(users).set({ emailConfirmedAt: new Date() }).where(eq(users.id, guest.id));
    t.equal((await accept(app, guest, id)).statusCode, 200);
  });

  await t.test('accepting is done once, however often it is pressed', async (t) => {
    const story = await createStory(app, owner);
    const guest = await app.signUp('Twice');
    const id = idIn(await inviteTo(app, owner, story.id, guest.email, 'publisher'));
    const replies = await Promise.all([1, 2, 3, 4].map(() => accept(app, guest, id)));
    t.same(
      replies.map(({ statusCode }) => statusCode),
      [200, 200, 200, 200],
    );
    t.equal((await findTeam(app, owner, story.id)).collaborators.length, 2);
    await app.call(`PATCH /creator/stories/${story.id}/collaborators/${guest.id}`, {
      as: owner,
      body: { role: 'viewer' },
    });
    t.match((await accept(app, guest, id)).json(), { role: 'viewer' }, 'the used link gives no role back');
    await app.call(`DELETE /creator/stories/${story.id}/collaborators/${guest.id}`, { as: owner });
    const late = await accept(app, guest, id);
    t.equal(late.statusCode, 409);
    t.equal(late.json().code, 'invitation_closed');
  });

  await t.test('one address has one open invitation, with the role given last', async (t) => {
    const story = await createStory(app, owner);
    const replies = await Promise.all(
      [1, 2, 3].map(() => inviteTo(app, owner, story.id, 'one@example.org', 'viewer')),
    );
    t.same(
      replies.map(({ statusCode }) => statusCode),
      [201, 201, 201],
    );
    t.equal(new Set(replies.map(idIn)).size, 1);
    t.equal((await mailsTo(app, 'one@example.org')).length, 1, 'pressed thrice, mailed once');
    await inviteTo(app, owner, story.id, 'One@Example.org', 'editor');
    t.match((await findTeam(app, owner, story.id)).invitations, [
      { email: 'one@example.org', role: 'editor' },
    ]);
    const links = (await mailsTo(app, 'one@example.org')).map((mail) => linkIn(mail).href);
    t.equal(links.length, 2, 'told of the new role');
    t.equal(new Set(links).size, 1, 'by the same link');
  });

  await t.test('it runs out after 14 days, and is opened again by another mail', async (t) => {
    const story = await createStory(app, owner);
    const guest = await app.signUp('Late');
    const id = idIn(await inviteTo(app, owner, story.id, guest.email, 'viewer'));
    nowMs += 14 * DAY_MS;
    await deps.db.execute(sql`update sessions set expires_at = ${new Date(nowMs + 7 * DAY_MS)}`);
    t.same(await invitationsFor(app, guest), []);
    t.equal((await accept(app, guest, id)).json().code, 'invitation_closed');
    t.match((await findTeam(app, owner, story.id)).invitations, [{ id, state: 'expired' }]);
    t.equal(
      (await app.call(`POST /user/invitations/${id}/decline`, { as: guest, body: {} })).statusCode,
      204,
    );
    t.equal((await accept(app, guest, id)).json().code, 'invitation_closed', 'nor by saying no first');
    const again = await app.call(`POST /creator/stories/${story.id}/invitations/${id}/resend`, {
      as: owner,
      body: {},
    });
    t.equal(again.statusCode, 200);
    t.match(again.json(), { invitation: { id, state: 'open' } });
    t.equal((await mailsTo(app, guest.email)).filter(({ text }) => text.includes('/invitation')).length, 2);
    t.equal((await accept(app, guest, id)).statusCode, 200);
  });

  await t.test('taken back before it was accepted, it holds no more', async (t) => {
    const story = await createStory(app, owner);
    const guest = await app.signUp('Revoked');
    const id = idIn(await inviteTo(app, owner, story.id, guest.email, 'viewer'));
    const path = `/creator/stories/${story.id}/invitations/${id}`;
    t.equal((await app.call(`DELETE ${path}`, { as: stranger })).statusCode, 404);
    t.equal((await app.call(`DELETE ${path}`, { as: owner })).statusCode, 204);
    t.equal((await app.call(`DELETE ${path}`, { as: owner })).statusCode, 404);
    t.equal((await app.call(`POST ${path}/resend`, { as: owner, body: {} })).statusCode, 404);
    t.equal((await accept(app, guest, id)).json().code, 'invitation_closed');
    t.same(
      (await mailsTo(app, guest.email)).filter(({ text }) => text.includes('/invitation')),
      [],
      'no dead link is mailed',
    );
    t.equal((await inviteTo(app, owner, story.id, guest.email, 'viewer')).statusCode, 201, 'asked anew');
  });

  await t.test('it is declined by its addressee, or by the link without an account', async (t) => {
    const story = await createStory(app, owner);
    const guest = await app.signUp('No');
    const id = idIn(await inviteTo(app, owner, story.id, guest.email, 'viewer'));
    const decline = () => app.call(`POST /user/invitations/${id}/decline`, { as: guest, body: {} });
    t.equal((await decline()).statusCode, 204);
    t.equal((await decline()).statusCode, 204);
    await inviteTo(app, owner, story.id, 'nobody@example.org', 'viewer');
    const token = tokenIn((await mailsTo(app, 'nobody@example.org'))[0] ?? { text: '' });
    t.equal((await app.call('POST /invitations/decline', { body: { token } })).statusCode, 200);
    t.equal((await app.call('POST /invitations/decline', { body: { token: 'x' } })).statusCode, 409);
    t.match((await findTeam(app, owner, story.id)).invitations, [
      { state: 'declined' },
      { state: 'declined' },
    ]);
    t.equal((await accept(app, guest, id)).statusCode, 200, 'a mind may be changed');
    t.equal((await decline()).statusCode, 409, 'but who joined leaves otherwise');
  });

  await t.test('refused: oneself, a member, no role, a story of others, an unconfirmed sender', async (t) => {
    const story = await createStory(app, owner);
    const editor = await app.signUp('Editor');
    await joinTeam(app, owner, story.id, editor, 'editor');
    const own = await inviteTo(app, owner, story.id, owner.email, 'editor');
    t.equal(own.statusCode, 422);
    t.same(own.json().fields, [{ email: ['is your own'] }]);
    const member = await inviteTo(app, owner, story.id, editor.email, 'viewer');
    t.equal(member.statusCode, 422);
    t.same(member.json().fields, [{ email: ['belongs to somebody who is on the team already'] }]);
    for (const role of ['owner', 'boss', '']) {
      t.equal((await inviteTo(app, owner, story.id, 'a@example.org', role)).statusCode, 422, role);
    }
    t.equal((await inviteTo(app, editor, story.id, 'a@example.org', 'viewer')).statusCode, 403);
    t.equal((await inviteTo(app, stranger, story.id, 'a@example.org', 'viewer')).statusCode, 404);
    const fresh = await app.signUp('Fresh', { confirmed: false });
    const theirs = await createStory(app, fresh);
    t.equal((await inviteTo(app, fresh, theirs.id, 'a@example.org', 'viewer')).statusCode, 409);
    t.same(await mailsTo(app, 'a@example.org'), []);
  });

  await t.test('the answer is the same whether or not the address has an account', async (t) => {
    const story = await createStory(app, owner);
    const known = await inviteTo(app, owner, story.id, stranger.email, 'viewer');
    const unknown = await inviteTo(app, owner, story.id, 'unknown@example.org', 'viewer');
    const shape = (reply: typeof known) => {
      const { invitation } = reply.json<{ invitation: Record<string, unknown> }>();
      return { status: reply.statusCode, ...invitation, id: '', email: '' };
    };
    t.same(shape(known), shape(unknown));
  });

  await t.test('a team holds 20, open invitations included', async (t) => {
    const big = await app.signUp('Big');
    const story = await createStory(app, big);
    for (let index = 1; index <= 19; index += 1) {
      t.equal((await inviteTo(app, big, story.id, `many${index}@example.org`, 'viewer')).statusCode, 201);
    }
    const full = await inviteTo(app, big, story.id, 'many20@example.org', 'viewer');
    t.equal(full.statusCode, 409);
    t.match(full.json(), { code: 'team_full', message: /at most 20 people/ });
    const [first] = (await findTeam(app, big, story.id)).invitations;
    await app.call(`DELETE /creator/stories/${story.id}/invitations/${first?.id}`, { as: big });
    const wave = await Promise.all(
      [21, 22, 23].map((index) => inviteTo(app, big, story.id, `many${index}@example.org`, 'viewer')),
    );
    t.same(wave.map(({ statusCode }) => statusCode).sort(), [201, 409, 409], 'at once, one finds the place');
    await app.runJobs();
  });

  await t.test('mails are limited by sender and by addressee', async (t) => {
    const eager = await app.signUp('Eager');
    const codes: number[] = [];
    for (let index = 0; index < 6; index += 1) {
      const story = await createStory(app, eager);
      codes.push((await inviteTo(app, eager, story.id, 'pestered@example.org', 'viewer')).statusCode);
    }
    t.same(codes, [201, 201, 201, 201, 201, 429]);
    t.equal((await mailsTo(app, 'pestered@example.org')).length, 5);
    const story = await createStory(app, eager);
    t.equal((await inviteTo(app, eager, story.id, 'other@example.org', 'viewer')).statusCode, 201);
  });

  await t.test('nothing is accepted, listed or mailed of a story that is gone', async (t) => {
    const story = await createStory(app, owner, { title: 'Gone' });
    const guest = await app.signUp('Too Late');
    const id = idIn(await inviteTo(app, owner, story.id, guest.email, 'viewer'));
    await app.call(`DELETE /creator/stories/${story.id}`, { as: owner, body: { title: 'Gone' } });
    t.same(await invitationsFor(app, guest), []);
    t.equal((await accept(app, guest, id)).statusCode, 404);
    t.same(
      (await mailsTo(app, guest.email)).filter(({ text }) => text.includes('/invitation')),
      [],
    );
  });

  await t.test('an address is swept 30 days after its invitation is of no more use', async (t) => {
    const story = await createStory(app, owner);
    await inviteTo(app, owner, story.id, 'swept@example.org', 'viewer');
    const left = async () => (await findTeam(app, owner, story.id)).invitations.length;
    const find = () =>
      deps.db.select().from(storyInvitations).where(eq(storyInvitations.email, 'swept@example.org'));
    nowMs += 43 * DAY_MS;
    await deps.db.execute(sql`update sessions set expires_at = ${new Date(nowMs + 7 * DAY_MS)}`);
    await deleteOldInvitations(deps);
    t.equal(await left(), 1);
    nowMs += 2 * DAY_MS;
    await deleteOldInvitations(deps);
    t.same(await find(), []);
  });

  t.end();
});
