/** Output of a running server: after the first line, one JSON object per line, whatever fails or prints. */
import t from 'tap';
import { get, signUp } from '../support/creator.ts';
import { eventually } from '../support/eventually.ts';
import { createTestDatabase, takeAway } from '../support/postgres.ts';
import { ownFolder, startServer } from '../support/processes.ts';

/** Imitates Vike when it cannot render its error page, and drivers that attach values to errors. */
const PRINTED = `process.on("SIGUSR2", () => {
  console.warn("\\u001b[33m[vike][Warning]\\u001b[39m Failed to render error page");
  console.error(Object.assign(new Error("Failed query: select $1\\nparams: secret"), { params: ["secret"] }));
  process.emitWarning("old");
})`;

t.test('without its database a server goes on writing JSON, and nothing beside it', async (t) => {
  const [database, folder] = [await createTestDatabase(), await ownFolder()];
  t.teardown(async () => {
    await database.drop();
    await folder.end();
  });
  const server = await startServer({
    DATABASE_URL: database.url,
    DATA_DIR: folder.path,
    NODE_OPTIONS: `--import=data:text/javascript;base64,${Buffer.from(PRINTED).toString('base64')}`,
  });
  t.teardown(() => server.stop('SIGKILL'));
  const { authorization } = await signUp(server);
  const cookie = `auth_token=${authorization.replace('Bearer ', '')}; signed_in=1`;
  const giveBack = await takeAway(database.url);
  for (const path of ['/', '/de', '/sign_in', '/stories/none', '/creator/stories', '/settings', '/nothing']) {
    const { status } = await get(server, path, { cookie });
    t.ok(status >= 500, `${path}: ${status}`);
  }
  server.send('SIGUSR2');
  await eventually('the warning is written', () => server.out().includes('"old"'));
  await giveBack();
  await server.stop();
  const [first, ...lines] = server.out().trimEnd().split('\n');
  t.match(first, / is at http/);
  const said = lines.map((line): { level?: number; msg?: string } => JSON.parse(line));
  t.ok(said.some(({ level, msg }) => level === 40 && msg === '[vike][Warning] Failed to render error page'));
  t.ok(said.some(({ level, msg }) => level === 50 && msg === 'Failed query: select $1'));
  t.notMatch(server.out(), 'secret', 'values stay out of it');
  t.equal(server.err(), '');
});
