import { Writable } from 'node:stream';
import { eq } from 'drizzle-orm';
import { pino } from 'pino';
import t from 'tap';
import { users } from '../../../db/schema/index.ts';
import { networkPrefix } from '../../../server/process/security-log.ts';
import { PASSWORD, startTestApp } from '../../support/app.ts';
import { publishStory } from '../../support/console.ts';
import { mailsTo, tokenIn } from '../../support/mail.ts';

type Line = { event: string; level: number; userId?: string; [name: string]: unknown };

const NEW = 'seven grey herons';

t.test('security events are lines of the log with a name of their own', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const lines: string[] = [];
  const out = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  app.deps.log = pino({ level: 'info' }, out);
  const told = (): Line[] =>
    lines
      .splice(0)
      .map((line) => JSON.parse(line) as Line)
      .filter(({ event }) => event !== undefined);
  const names = (): string[] => told().map(({ event }) => event);
  const everything: string[] = [];
  const keep = (): void => void everything.push(...lines);
  const address = '203.0.113.77';

  const person = await app.signUp('Person');
  keep();
  t.match(told(), [{ event: 'account_made', userId: person.id, level: 30 }]);

  await app.call('POST /auth/mail', { body: { email: person.email, password: PASSWORD }, address });
  keep();
  t.match(told(), [
    { event: 'signed_in', userId: person.id, network: '203.0.113.0/24' },
    { event: 'device_new', userId: person.id },
  ]);
  await app.call('POST /auth/mail', { body: { email: person.email, password: 'not this one' }, address });
  await app.call('POST /auth/mail', { body: { email: 'nobody@example.org', password: 'x' }, address });
  keep();
  const [wrong, unknown] = told();
  t.match(wrong, { event: 'sign_in_refused', userId: person.id, reason: 'sign_in_failed' });
  t.match(unknown, { event: 'sign_in_refused', account: /^[\w-]{16}$/, network: '203.0.113.0/24' });
  for (let index = 0; index < 10; index += 1)
    await app.call('POST /auth/mail', { body: { email: 'nobody@example.org', password: 'x' }, address });
  keep();
  t.match(told().at(-1), { event: 'sign_in_refused', reason: 'rate_limited' });

  const passwords = { current_password: PASSWORD, password: NEW, password_confirmation: NEW };
  await app.call('PUT /user/passwords', { as: person, body: passwords });
  keep();
  t.same(names(), ['password_changed']);
  await app.call('PUT /user/passwords', { as: person, body: { ...passwords, current_password: 'wrong' } });
  t.same(names(), [], 'what did not happen is not told');

  const change = { email: 'elsewhere@example.org', current_password: NEW };
  await app.call('PUT /user/profile', { as: person, body: change });
  await app.runJobs();
  const [link] = await mailsTo(app, 'elsewhere@example.org');
  await app.call('POST /user/confirm_email', { body: { token: link === undefined ? '' : tokenIn(link) } });
  keep();
  t.same(names(), ['address_changing', 'address_confirmed']);

  await app.call('POST /forgotten_passwords', { body: { email: 'elsewhere@example.org' } });
  await app.runJobs();
  const [reset] = (await mailsTo(app, 'elsewhere@example.org')).filter(({ text }) =>
    text.includes('/reset_password?'),
  );
  const token = reset === undefined ? '' : tokenIn(reset);
  await app.call('POST /user/reset_passwords', {
    body: { token, password: PASSWORD, password_confirmation: PASSWORD },
  });
  keep();
  t.same(names(), ['password_reset']);

  const [owner, guest, administrator] = [await app.signUp(), await app.signUp(), await app.signUp()];
  await app.makeAdministrator(administrator);
  const { story, episode } = await publishStory(app, owner, { title: 'Watched' });
  const team = `/creator/stories/${story.id}/collaborators`;
  await app.call(`POST ${team}`, { as: owner, body: { email: guest.email, role: 'viewer' } });
  const { invitations } = (await app.call('GET /user/invitations', { as: guest })).json();
  lines.length = 0;
  await app.call(`POST /user/invitations/${invitations[0].id}/accept`, { as: guest, body: {} });
  await app.call(`PATCH ${team}/${guest.id}`, { as: owner, body: { role: 'editor' } });
  await app.call(`DELETE ${team}/${guest.id}`, { as: owner });
  keep();
  t.match(told(), [
    { event: 'role_changed', userId: guest.id, storyId: story.id, role: 'viewer' },
    { event: 'role_changed', role: 'editor', actorId: owner.id },
    { event: 'role_changed', role: null },
  ]);
  await app.call(`POST /admin/episodes/${episode.id}/block`, {
    as: administrator,
    body: { reason: 'Copied.' },
  });
  await app.call(`POST /admin/episodes/${episode.id}/unblock`, { as: administrator, body: {} });
  keep();
  t.match(told(), [
    { event: 'episode_blocked', episodeId: episode.id, actorId: administrator.id },
    { event: 'episode_unblocked', episodeId: episode.id },
  ]);
  await app.call('POST /violation', {
    as: guest,
    body: { subject_type: 'story', subject_id: story.id, category: 'spam' },
  });
  const { violations } = (await app.call('GET /admin/violations', { as: administrator })).json();
  const reportId = violations[0].id;
  const decision = { state: 'rejected', note: 'Nothing there.' };
  for (let turn = 0; turn < 2; turn += 1)
    await app.call(`PATCH /admin/violations/${reportId}`, { as: administrator, body: decision });
  keep();
  const decisions = told();
  t.match(decisions, [{ event: 'report_decided', reportId, actorId: administrator.id }]);
  t.equal(decisions.length, 1, 'once, as it was decided');

  await app.deps.db.update(users).set({ lockedAt: new Date() }).where(eq(users.id, owner.id));
  await app.call('POST /auth/mail', { body: { email: owner.email, password: PASSWORD } });
  keep();
  t.match(told(), [{ event: 'sign_in_refused', userId: owner.id, reason: 'account_locked' }]);

  const all = everything.join('\n');
  for (const secret of [PASSWORD, NEW, token, person.token, address, '@example.org', 'argon2']) {
    t.notOk(all.includes(secret), `${secret} stands nowhere`);
  }
});

t.test('of a network address only the network is told', async (t) => {
  t.equal(networkPrefix('203.0.113.77'), '203.0.113.0/24');
  t.equal(networkPrefix('::ffff:203.0.113.77'), '203.0.113.0/24');
  t.equal(networkPrefix('2001:db8:1:2:3:4:5:6'), '2001:db8:1::/48');
  t.equal(networkPrefix('::1'), '0:0:0::/48');
});
