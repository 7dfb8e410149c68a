/** The production proxy as a local process: the original configuration with test ports and a test certificate. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from './free-port.ts';
import { findProgram } from './path.ts';
import { ROOT } from './processes.ts';

const run = promisify(execFile);
const CONFIGURATION = join(ROOT, 'server/ops/deploy/proxy/haproxy.cfg');
const NAME = 'tsuzuki.test';

export type TestProxy = {
  port: number;
  plainPort: number;
  tls: { ca: string; servername: string; host: string; port: number };
  output(): string;
  close(): Promise<void>;
};

export async function startProxy(servers: readonly [number, number]): Promise<TestProxy> {
  const folder = await mkdtemp(join(tmpdir(), 'tsuzuki-proxy-'));
  const ca = await makeCertificate(folder);
  const [port, plainPort] = [await freePort(), await freePort()];
  const child = spawn(findProgram(['haproxy'], 'haproxy'), ['-db', '-f', CONFIGURATION], {
    env: {
      PATH: process.env.PATH ?? '',
      TLS_BIND: `127.0.0.1:${port}`,
      PLAIN_BIND: `127.0.0.1:${plainPort}`,
      CERTIFICATE: join(folder, 'site.pem'),
      SERVER_1: `127.0.0.1:${servers[0]}`,
      SERVER_2: `127.0.0.1:${servers[1]}`,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => (output += text));
  return {
    port,
    plainPort,
    tls: { ca, servername: NAME, host: '127.0.0.1', port },
    output: () => output,
    async close() {
      process.off('exit', kill);
      const ended = once(child, 'exit');
      kill();
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function makeCertificate(folder: string): Promise<string> {
  const [key, certificate] = [join(folder, 'site.key'), join(folder, 'site.crt')];
  const words = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=${NAME}
    -addext subjectAltName=DNS:${NAME} -keyout ${key} -out ${certificate}`;
  await run(findProgram(['openssl'], 'openssl'), words.split(/\s+/));
  const ca = await readFile(certificate, 'utf8');
  await writeFile(join(folder, 'site.pem'), ca + (await readFile(key, 'utf8')));
  return ca;
}
