/** The image is complete: both processes start from exactly the files that the Dockerfile copies. */
import { cp, mkdir, readFile, rm, symlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import t from 'tap';
import { get } from '../support/creator.ts';
import { eventually } from '../support/eventually.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { ensureBuilt, FLAGS, ownFolder, quiet, ROOT, runProgram } from '../support/processes.ts';

/** Files of the last stage and their targets: `COPY [--from=build] <from…> <to>`. */
async function copies(): Promise<{ from: string; to: string }[]> {
  const stages = (await readFile(join(ROOT, 'Dockerfile'), 'utf8')).split(/^FROM /m);
  const lines = stages.at(-1)?.match(/^COPY .+$/gm) ?? [];
  return lines.flatMap((line) => {
    const [to = '', ...sources] = line
      .split(/\s+/)
      .filter((word) => word !== 'COPY' && !word.startsWith('--'))
      .toReversed();
    return sources.map((source) => {
      const from = source.replace('/app/', '');
      return { from, to: to.endsWith('/') ? join(to, basename(from)) : to };
    });
  });
}

t.test('the web server and the workers start from what the Dockerfile copies', async (t) => {
  await ensureBuilt();
  const folder = await ownFolder();
  const database = await createTestDatabase();
  const app = join(folder.path, 'app');
  for (const { from, to } of await copies()) {
    const target = join(app, to === './' ? from : to);
    await mkdir(join(target, '..'), { recursive: true });
    if (from === 'node_modules') await symlink(join(ROOT, from), target);
    else await cp(join(ROOT, from), target, { recursive: true });
  }
  for (const demo of ['pictures', 'content'])
    await rm(join(app, 'db/seed', demo), { recursive: true, force: true });
  const data = join(folder.path, 'data');
  const environment = { ...quiet, DATABASE_URL: database.url, DATA_DIR: data, TMPDIR: folder.path };
  const start = (script: string, extra = {}) =>
    runProgram(process.execPath, [...FLAGS, script], { ...environment, ...extra }, app);
  const [server, workers] = [start('server/main.ts', { WORKERS: 'off' }), start('workers/main.ts')];
  t.teardown(async () => {
    await Promise.all([server.stop('SIGKILL'), workers.stop('SIGKILL')]);
    await database.drop();
    await folder.end();
  });
  const told = (program: typeof server, line: RegExp) =>
    Promise.race([
      eventually(`a line like ${line}`, () => line.exec(program.out())),
      program.ended.then(() => Promise.reject(new Error(program.err() + program.out()))),
    ]);
  const [, url = ''] = await told(server, / is at (http:\S+)/);
  await told(workers, /workers: ready/);
  for (const path of ['/', '/readyz', '/sign_in', '/api/categories?kind=genre', '/openapi.json'])
    t.equal((await get({ url }, path)).status, 200, path);
  const ends = await Promise.all([server.stop(), workers.stop()]);
  t.same(
    ends.map(({ code }) => code),
    [0, 0],
  );
});
