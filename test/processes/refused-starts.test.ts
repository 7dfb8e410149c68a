/** Startup errors that an operator can fix are reported in one line that names the cause. */
import { once } from 'node:events';
import { cp, rm, symlink, truncate } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { freePort } from '../support/free-port.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { type Environment, ensureBuilt, ownFolder, quiet, ROOT, runProgram } from '../support/processes.ts';

const PARTS = [
  ...['server', 'db', 'workers', 'locales', 'package.json'],
  ...['addresses', 'forms', 'forms-administration', 'forms-payouts', 'forms-releases'].map(
    (name) => `pages/${name}.ts`,
  ),
];

async function refusal(environment: Environment, { root = ROOT, script = 'server/main.ts' } = {}) {
  const program = runProgram(process.execPath, [join(root, script)], { ...quiet, ...environment }, root);
  const { code } = await program.ended;
  return `${code} ${program.out()}${program.err()}`;
}

async function database(t: Test): Promise<string> {
  const { url, drop } = await createTestDatabase();
  t.teardown(drop);
  return url;
}

t.test('a wrong REDIS_URL is one line that names it', async (t) => {
  const DATABASE_URL = await database(t);
  const other = createServer((_request, response) => response.end()).listen(0, '127.0.0.1');
  await once(other, 'listening');
  t.teardown(() => other.close());
  for (const [REDIS_URL, script] of [
    [`redis://127.0.0.1:${await freePort()}`, 'server/main.ts'],
    [`redis://127.0.0.1:${(other.address() as AddressInfo).port}`, 'server/main.ts'],
    ['redis://there-is-none.invalid:6379', 'workers/main.ts'],
  ] as const) {
    const told = await refusal({ DATABASE_URL, REDIS_URL, WORKERS: 'off' }, { script });
    t.match(told, /^1 REDIS_URL: Redis cannot be reached \([^\n]+\)\n$/, REDIS_URL);
  }
});

t.test('a build that is missing or was cut off is named', async (t) => {
  await ensureBuilt();
  const DATABASE_URL = await database(t);
  const { path: root, end } = await ownFolder();
  t.teardown(end);
  for (const part of PARTS) await cp(join(ROOT, part), join(root, part), { recursive: true });
  await symlink(join(ROOT, 'node_modules'), join(root, 'node_modules'));
  const environment = { DATABASE_URL, WORKERS: 'off' };
  t.match(await refusal(environment, { root }), /^1 The pages are not built yet: run npm run build\n$/);

  const dist = join(root, 'dist');
  const breaks: [string, () => Promise<void>][] = [
    ['browsers would miss a file', () => rm(join(dist, 'client/assets/chunks'), { recursive: true })],
    ['the list of files is missing', () => rm(join(dist, 'assets.json'))],
    ['the server would miss a file', () => rm(join(dist, 'server/chunks'), { recursive: true })],
    ['a file is cut off', () => truncate(join(dist, 'server/entry.mjs'), 100)],
  ];
  for (const [what, spoil] of breaks) {
    await cp(join(ROOT, 'dist'), dist, { recursive: true });
    await spoil();
    const told = await refusal(environment, { root });
    t.match(told, /^1 The pages are not built completely \([^\n]+\): run npm run build\n$/, what);
    await rm(dist, { recursive: true });
  }
});
