import { eq } from 'drizzle-orm';
import t from 'tap';
import { coinEntries } from '../../db/schema/index.ts';
import { coinsCommand } from '../../workers/coins-cli.ts';
import { startTestApp } from '../support/app.ts';
import { call } from '../support/commands.ts';

t.test('PRI-24 whoever runs the house grants coins, and the reason is kept', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const reader = await app.signUp('Jule Winter');
  const environment = { DATABASE_URL: app.databaseUrl };
  t.same(await call(coinsCommand, environment, 'grant', reader.email.toUpperCase(), '40', 'Lost', 'pages'), {
    code: 0,
    out: `${reader.email.toUpperCase()} received 40 coins and now has 40\n`,
    err: '',
  });
  t.equal((await app.call('GET /wallet', { as: reader })).json().balance, 40);
  const entries = await app.deps.db.select().from(coinEntries).where(eq(coinEntries.userId, reader.id));
  t.match(entries, [{ deed: 'grant', coins: 40, reason: 'Lost pages', actorId: null }]);
  t.match(await call(coinsCommand, environment, 'grant', 'nobody@example.org', '40', 'Why'), {
    code: 1,
    out: '',
    err: /^No account has this e-mail [^\n]+\n$/,
  });
});

t.test('a wrong call says in one line how it goes', async (t) => {
  for (const args of [
    [],
    ['grant'],
    ['grant', 'a@b.c', '0', 'Why'],
    ['grant', 'a@b.c', '5'],
    ['take', 'a@b.c', '5', 'Why'],
  ])
    t.match(
      await call(coinsCommand, {}, ...args),
      { code: 1, out: '', err: /^Usage: [^\n]+\n$/ },
      args.join(' '),
    );
});
