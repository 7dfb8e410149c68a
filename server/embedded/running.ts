import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const read = (path: string): Promise<string> => readFile(path, 'utf8').catch(() => '');

async function findHome(dataDir: string): Promise<string> {
  const inside = join(dataDir, 'postgres');
  return (await read(join(inside, 'location'))).trim() || inside;
}

export const findCluster = async (dataDir: string): Promise<string> =>
  join(await findHome(dataDir), 'cluster');

/** URL of the database that a running server keeps in this folder. Null when none runs or we may not read it. */
export async function findRunningPostgres(dataDir: string): Promise<string | null> {
  const folder = await findHome(dataDir);
  const password = (await read(join(folder, 'password'))).trim();
  // Lines: number, folder, start, port, socket folder, address, memory, state.
  const lines = (await read(join(folder, 'cluster', 'postmaster.pid'))).split('\n');
  const port = Number(lines[3]);
  if (password === '' || !(port > 0) || lines[7]?.trim() !== 'ready') return null;
  return `postgres://tsuzuki:${password}@127.0.0.1:${port}/tsuzuki`;
}
