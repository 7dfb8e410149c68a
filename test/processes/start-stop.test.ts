import { access } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { coverParts, get, signUp } from '../support/creator.ts';
import { dataFolder, isQuiet } from '../support/embedded.ts';
import { eventually } from '../support/eventually.ts';
import { createTestDatabase } from '../support/postgres.ts';
import {
  type Environment,
  type Program,
  type Server,
  startProgram,
  startServer,
} from '../support/processes.ts';
import { samplePage } from '../support/sample-page.ts';

async function folder(t: Test): Promise<{ dataDir: string; cluster: string }> {
  const { dataDir, end } = await dataFolder();
  t.teardown(end);
  return { dataDir, cluster: join(dataDir, 'postgres', 'cluster') };
}

async function refusal(environment: Environment): Promise<string> {
  const program = startProgram('server/main.ts', { PORT: '0', DEMO: 'off', ...environment });
  const { code } = await program.ended;
  return `${code} ${program.out()}${program.err()}`;
}

const isListening = ({ url }: Server): Promise<boolean> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(url);
    const socket = connect({ host: hostname, port: Number(port) });
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false));
    socket.on('connect', () => socket.destroy());
  });

async function halfUpload(server: Server) {
  const creator = await signUp(server);
  return creator.beginUpload(server, 'POST /media', coverParts(await samplePage(300, 300)), 0.5);
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

t.test('a start that cannot succeed says one line that names the variable', async (t) => {
  const database = await createTestDatabase();
  t.teardown(() => database.drop());
  const cases: [string, Environment][] = [
    ['TRUST_PROXY', { NODE_ENV: 'production', BASE_URL: 'https://tsuzuki.example' }],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }],
    ['HOST', { DATABASE_URL: database.url, HOST: '203.0.113.1', WORKERS: 'off' }],
  ];
  for (const [name, environment] of cases) {
    t.match(await refusal(environment), new RegExp(`^1 ${name}: [^\\n]+\\n$`), JSON.stringify(environment));
  }
});

t.test('a first start, a second one beside it, and a stop that answers what is under way', async (t) => {
  const [one, two] = [await folder(t), await folder(t)];
  const [first, second] = await Promise.all([
    startServer({ DATA_DIR: one.dataDir }),
    startServer({ DATA_DIR: two.dataDir }),
  ]);
  t.teardown(() => Promise.all([first.stop('SIGKILL'), second.stop('SIGKILL')]));
  for (const server of [first, second]) {
    t.equal(server.out(), `Tsuzuki is at ${server.url}\n`, 'nothing but the address is said');
    t.equal(server.err(), '');
    t.equal((await get(server, '/readyz')).status, 200);
  }

  t.match(
    await refusal({ DATA_DIR: one.dataDir }),
    /^1 The data folder [^\n]+ is in use by process \d+[^\n]+\n$/,
  );
  t.equal((await get(first, '/readyz')).status, 200, 'the running server is not disturbed');

  const upload = await halfUpload(first);
  first.send('SIGINT');
  // The terminal and npm both send the signal. It counts once.
  first.send('SIGINT');
  await eventually('no new connections are taken', async () => !(await isListening(first)));
  upload.finish();
  t.equal(await upload.answer, 201, 'the upload that was under way is answered');
  t.same(await first.ended, { code: 0, signal: null }, first.err());
  t.ok(isQuiet(one.cluster), 'PostgreSQL has ended before');
  t.equal(first.err(), '');
  t.notMatch(first.out(), /"level":[456]0/, 'a stop is nothing to worry about');

  await halfUpload(second);
  second.send('SIGTERM');
  await eventually('it waits for the upload', async () => !(await isListening(second)));
  t.equal((await insist(second)).code, 130, 'who asks again is not kept waiting');
  await eventually('PostgreSQL ends by itself', () => isQuiet(two.cluster));
});

/** Sends the signal until the program ends: a second signal at the same instant counts as the first. */
async function insist(program: Program) {
  const timer = setInterval(() => program.send('SIGTERM'), 100);
  const end = await program.ended;
  clearInterval(timer);
  return end;
}

t.test('a start that fails late or is broken off closes what it has opened', async (t) => {
  const { dataDir, cluster } = await folder(t);
  const blocker = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => blocker.once('listening', resolve));
  t.teardown(() => blocker.close());
  const { port } = blocker.address() as AddressInfo;
  const taken = await refusal({ DATA_DIR: dataDir, PORT: `${port}`, HOST: '127.0.0.1' });
  t.equal(taken, `1 PORT: ${port} is in use by another program\n`);
  t.ok(isQuiet(cluster), 'PostgreSQL was stopped');
  const owner = join(dataDir, 'postgres', 'owner.json');
  t.notOk(await exists(owner), 'and the folder is free');

  const early = startProgram('server/main.ts', {
    DATA_DIR: dataDir,
    PORT: '0',
    DEMO: 'off',
    LOG_LEVEL: 'warn',
  });
  await eventually('it has begun', () => exists(owner));
  t.same(await early.stop('SIGTERM'), { code: 0, signal: null });
  t.equal(early.err(), '');
  t.notMatch(early.out(), /"level"/, 'a stop in the middle of a start is no failure');
  t.ok(isQuiet(cluster));
});
