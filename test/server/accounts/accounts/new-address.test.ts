import { eq } from 'drizzle-orm';
import t from 'tap';
import { users } from '#db/schema/index.ts';
import { type Account, PASSWORD, startTestApp } from '../../../support/app.ts';
import { mailsTo } from '../../../support/mail.ts';

t.test('another address', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const { deps } = app;
  const put = (body: object, as: Account) => app.call('PUT /user/profile', { as, body });
  const fieldsOf = (reply: { json(): { fields?: object[] } }) =>
    Object.assign({}, ...(reply.json().fields ?? []));

  await t.test('PRO-14 another address takes the password of who asks for it', async (t) => {
    const owner = await app.signUp('Owner');
    const wish = { email: 'owner@new.example' };
    t.same(fieldsOf(await put(wish, owner)), { current_password: ["can't be blank"] });
    t.same(fieldsOf(await put({ ...wish, current_password: 'wrong', website: 'x' }, owner)), {
      current_password: ['is wrong'],
      website: ['must be an address that begins with http:// or https://'],
    });
    t.same(await mailsTo(app, wish.email), []);
    const own = async () => (await app.call('GET /user/profile', { as: owner })).json().user;
    t.match(await own(), { email: owner.email, pending_email: null });
    t.equal(
      (await put({ email: owner.email.toUpperCase() }, owner)).statusCode,
      200,
      'the own one takes none',
    );
    t.equal((await put({ ...wish, current_password: PASSWORD }, owner)).statusCode, 200);
    t.equal((await own()).pending_email, wish.email);
    t.equal((await put(wish, owner)).statusCode, 200, 'nor does the one that waits');
    t.equal((await mailsTo(app, wish.email)).length, 1);
    await deps.db.update(users).set({ passwordHash: null }).where(eq(users.id, owner.id));
    const { now } = deps.clock;
    t.equal((await put({ email: 'third@new.example' }, owner)).statusCode, 200, 'just signed in');
    deps.clock.now = () => new Date(now().getTime() + 11 * 60_000);
    const late = await put({ email: 'fourth@new.example' }, owner);
    t.same([late.statusCode, late.json().code], [409, 'sign_in_again']);
    deps.clock.now = now;
  });

  await t.test('PRO-14 nobody is told of many addresses whether they are taken', async (t) => {
    const curious = await app.signUp('Curious');
    const other = await app.signUp('Other');
    const ask = (email: string) => put({ email, website: 'never sent whole' }, curious);
    for (let count = 0; count < 30; count += 1)
      t.equal((await ask(`free${count}@new.example`)).statusCode, 422, 'a free one counts for nothing');
    for (let count = 0; count < 20; count += 1)
      t.same(fieldsOf(await ask(other.email)).email, ['has already been taken']);
    t.equal((await ask(other.email)).statusCode, 429);
  });

  await t.test('PRO-14 ten wrong passwords are enough', async (t) => {
    const owner = await app.signUp('Owner');
    const guess = (password: string) =>
      put({ email: 'stolen@new.example', current_password: password }, owner);
    for (let count = 0; count < 10; count += 1) t.equal((await guess(`wrong ${count}`)).statusCode, 422);
    const reply = await guess(PASSWORD);
    t.equal(reply.statusCode, 429);
    t.ok(Number(reply.headers['retry-after']) > 0);
  });
});
