import { eq } from 'drizzle-orm';
import t from 'tap';
import { users } from '#db/schema/index.ts';
import { startSite } from '../../support/site.ts';

t.test('ERR-02 a page clears the cookies of a session that no longer holds, and says why', async (t) => {
  const site = await startSite();
  t.teardown(() => site.close());
  const person = await site.signUp('Locked out');
  const get = (url: string, token: string | null) =>
    site.app.inject({
      url,
      headers: token === null ? {} : { cookie: `auth_token=${token}; signed_in=1; is_publisher=1` },
    });
  const cleared = (reply: Awaited<ReturnType<typeof get>>) =>
    reply.cookies.filter(({ value }) => value === '').map(({ name }) => name);
  const notice = (reply: Awaited<ReturnType<typeof get>>) =>
    new URL(String(reply.headers.location), 'http://here').searchParams.get('error_notice');
  const ALL = ['auth_token', 'signed_in', 'is_publisher'];

  const plain = await get('/settings', null);
  t.equal(plain.statusCode, 302);
  t.same(cleared(plain), []);
  t.equal(notice(plain), 'Please sign in to continue.');

  const over = await get('/settings', 'a-token-that-holds-no-longer');
  t.equal(over.statusCode, 302);
  t.match(over.headers.location, '/sign_in?');
  t.match(over.headers.location, 'back=%2Fsettings');
  t.same(cleared(over), ALL);
  t.equal(notice(over), 'You are signed out here. Please sign in again.');

  t.equal((await get('/settings', person.token)).statusCode, 200);
  await site.deps.db.update(users).set({ lockedAt: new Date() }).where(eq(users.id, person.id));
  const locked = await get('/de/creator/stories', person.token);
  t.equal(locked.statusCode, 302);
  t.same(cleared(locked), ALL);
  t.match(notice(locked), /gesperrt/);
});
