import { and, eq, isNull } from 'drizzle-orm';
import t from 'tap';
import { securityNotices, sessions, users } from '../../../db/schema/index.ts';
import { noticeToken } from '../../../server/domains/accounts/second-factor/notices.ts';
import { type Account, PASSWORD } from '../../support/app.ts';
import { codeApp, switchOnApp } from '../../support/factor.ts';
import { type Plain, textOf, visitPlainly } from '../../support/plain.ts';
import { startSite } from '../../support/site.ts';

const site = await startSite();
t.teardown(() => site.close());
let nowMs = Date.now();
site.deps.clock.now = () => new Date(nowMs);

const signIn = async (visitor: Plain, email: string): Promise<void> => {
  visitor.fill(/^E-mail$/, email);
  visitor.fill(/^Password/, PASSWORD);
  await visitor.press('Sign in');
};

await t.test('ACC-07 an app with codes is set up, asked for and proven', async (t) => {
  const jule = await site.signUp('Jule Winter');
  const visitor = visitPlainly(site.app, { as: jule });
  await visitor.goto('/settings');
  await visitor.press('Second factor');
  t.match(visitor.text(), /Passkeys need JavaScript/);
  await visitor.press('Set up');
  const secret = /(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}/.exec(visitor.text())?.[0].replaceAll(' ', '') ?? '';
  t.ok(visitor.get('img', 'QR code for your app'));
  const phone = codeApp(secret, () => site.deps.clock.now());
  const refused = () => visitor.text(visitor.document().querySelector('.refused') ?? undefined);
  visitor.fill(/^The six digits your app shows/, '000000');
  await visitor.press('Switch on');
  t.match(refused(), /is wrong or has expired/);
  visitor.fill(/^The six digits your app shows/, phone.code());
  await visitor.press('Switch on');
  const codes = [...visitor.document().querySelectorAll('ol li')]
    .map(textOf)
    .filter((each) => /^\w{4}-\w{4}-\w{4}$/.test(each));
  t.equal(codes.length, 10);
  await visitor.press('I have saved my codes');
  t.notMatch(visitor.text(), codes[0] ?? '', 'they are shown once');
  t.match(visitor.text(), '10 left');

  visitor.cookies.clear();
  await visitor.goto('/sign_in?back=%2Fsettings%2Fsecond_factor');
  await signIn(visitor, jule.email);
  t.ok(visitor.get('heading', 'One more step'));
  t.notOk(visitor.cookies.has('auth_token'), 'no session yet');
  nowMs += 60_000;
  visitor.fill(/^Six digits from your app/, '123');
  await visitor.press('Continue');
  t.match(refused(), /is wrong or has expired/);
  visitor.fill(/^Six digits from your app/, phone.code());
  visitor.choose(/^Do not ask on this device for 30 days/);
  await visitor.press('Continue');
  t.match(visitor.at(), /^\/settings\/second_factor/);

  visitor.cookies.delete('auth_token');
  await visitor.goto('/sign_in?back=%2Fsettings%2Fsecond_factor');
  await signIn(visitor, jule.email);
  t.match(visitor.at(), /^\/settings\/second_factor/, 'this device is not asked again');
  t.notMatch(visitor.text(), 'Switch off …', 'but may change nothing');
  await visitor.press('Confirm it’s you');
  t.match(visitor.text(), 'Then you’ll return to Second factor');
  await visitor.press('Use a recovery code');
  visitor.fill(/^Password/, PASSWORD);
  visitor.fill(/^Recovery code/, codes[0] ?? '');
  await visitor.press('Continue');
  t.match(visitor.at(), /^\/settings\/second_factor\?success_notice=/);
  t.match(visitor.text(), '9 left');
  await visitor.press('Switch the second factor off');
  visitor.cookies.clear();
  await visitor.goto('/sign_in');
  await signIn(visitor, jule.email);
  t.equal(visitor.at(), '/creator/stories', 'the password alone again');
});

await t.test('ROL-11 an administrator is led to a second factor, and to prove it again', async (t) => {
  const admin = await site.signUp('Ada');
  await site.makeAdministrator(admin, { factor: false });
  const desk = visitPlainly(site.app, { as: admin });
  await desk.goto('/admin/users');
  t.equal(desk.at(), '/settings/second_factor?back=%2Fadmin%2Fusers');
  t.match(desk.text(), 'Administration opens once a second factor is on');
  await switchOnApp(site, admin);
  await desk.goto('/admin/users');
  t.equal(desk.at(), '/admin/users');
  await site.deps.db.update(sessions).set({ provenAt: null }).where(eq(sessions.userId, admin.id));
  await desk.goto('/admin/users');
  t.equal(desk.at(), '/admin/users', 'looking around needs no fresh proof');
  await desk.goto('/fresh_sign_in?back=%2Fadmin%2Fusers');
  t.match(desk.text(), 'Administration');
});

async function told(name: string): Promise<{ account: Account; path: string }> {
  const account = await site.signUp(name);
  await switchOnApp(site, account);
  const open = and(eq(securityNotices.userId, account.id), isNull(securityNotices.answeredAt));
  const [notice] = await site.deps.db.select().from(securityNotices).where(open);
  if (notice === undefined) throw new Error('nobody was told');
  return { account, path: `/security_notice?token=${noticeToken(site.deps, notice.id)}` };
}
const sessionsOf = ({ id }: Account) => site.deps.db.$count(sessions, eq(sessions.userId, id));

await t.test('ACC-07 “it was not me” signs everybody out and leads to a new password', async (t) => {
  const { account, path } = await told('Jule Winter');
  const visitor = visitPlainly(site.app);
  await visitor.goto(path);
  t.equal(await sessionsOf(account), 1, 'to open it does nothing');
  await visitor.press('No, sign everybody out');
  t.match(visitor.at(), /\/reset_password\?token=/);
  t.equal(await sessionsOf(account), 0);
  const [row] = await site.deps.db.select().from(users).where(eq(users.id, account.id));
  t.equal(row?.secondFactorAt, null, 'what was added is gone');
  t.ok(visitor.document().querySelector('main input[type=password]'));
  await visitor.goto(path);
  t.same(visitor.all('button', 'No, sign everybody out'), [], 'a link answers once');
});

await t.test('ACC-07 “it was me” changes nothing', async (t) => {
  const { account, path } = await told('Mirko Haas');
  const visitor = visitPlainly(site.app);
  await visitor.goto(path);
  await visitor.press('Yes, that was me');
  t.match(visitor.at(), 'success_notice=');
  t.equal(await sessionsOf(account), 1);
});
