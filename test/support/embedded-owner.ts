import { createInterface } from 'node:readline';
import { startEmbeddedPostgres } from '../../server/embedded/postgres.ts';
import { isStartError } from '../../server/embedded/start-error.ts';

/**
 * Owns an embedded PostgreSQL, for tests that kill it or need another user. Prints one line of JSON and stops when its
 * input ends. With `uid`, it switches the user first.
 */
const { uid, ...options } = JSON.parse(process.argv[2] ?? '{}') as {
  dataDir: string;
  packageDir?: string;
  durable: boolean;
  uid?: number;
};

const lines: string[] = [];
const log = { info: keep, warn: keep, error: keep };
function keep(line: string): void {
  lines.push(line);
}

function answer(value: object): void {
  process.stdout.write(`${JSON.stringify({ ...value, lines })}\n`);
}

if (uid !== undefined) {
  process.setgroups?.([]);
  process.setgid?.(uid);
  process.setuid?.(uid);
}

try {
  const server = await startEmbeddedPostgres({ ...options, log });
  answer({ url: server.url, pid: server.pid, clusterDir: server.clusterDir });
  const input = createInterface({ input: process.stdin });
  await new Promise<void>((resolve) => input.once('close', resolve));
  await server.stop();
} catch (error) {
  if (!isStartError(error)) throw error;
  answer({ failure: error.message });
}
