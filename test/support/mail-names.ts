/** Checks that names with line breaks reach a real mail server safely: one recipient each, no injected header. */
import { eq } from 'drizzle-orm';
import type { Test } from 'tap';
import { users } from '../../db/schema/index.ts';
import { PASSWORD, type TestApp } from './app.ts';
import type { MailServer } from './mail.ts';

export const BROKEN_NAMES = ['A\r\nBcc: victim@example.com\r\n\r\nBody', 'B\nTo: victim@example.com'];

/** Signs up an account per name and checks its confirmation mail. */
export async function checkNamesInMails(
  t: Test,
  { app, server, names }: { app: TestApp; server: MailServer; names: readonly string[] },
): Promise<void> {
  const sentTo = (address: string) => server.received.filter(({ to }) => to.includes(address));
  const signUp = (email: string, name: string) =>
    app.call('POST /users', {
      body: { email, password: PASSWORD, display_name: name, date_of_birth: '1990-01-31' },
    });
  for (const [index, name] of names.entries()) {
    const email = `crlf${index}@example.org`;
    const reply = await signUp(email, name);
    t.ok([201, 422].includes(reply.statusCode), `${JSON.stringify(name)}: ${reply.statusCode}`);
    if (/[\r\n]/.test(name)) t.equal(reply.statusCode, 422, 'a name is one line');
    // Stored directly, like a name that was accepted before this rule.
    if (reply.statusCode === 422) {
      t.equal((await signUp(email, 'Jule')).statusCode, 201);
      await app.deps.db.update(users).set({ displayName: name }).where(eq(users.email, email));
    }
  }
  await app.runJobs();
  for (const index of names.keys()) {
    const [one] = sentTo(`crlf${index}@example.org`);
    const headers = one?.raw.split('\r\n\r\n')[0] ?? '';
    t.notMatch(headers, /^(?:set-cookie|bcc):/im);
    t.same(one?.to, [`crlf${index}@example.org`]);
    t.same(
      one?.mail.to?.map((to) => to.address),
      [`crlf${index}@example.org`],
    );
  }
  t.same(sentTo('victim@example.com'), []);
}
