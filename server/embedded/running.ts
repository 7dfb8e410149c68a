import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const read = (path: string): Promise<string> => readFile(path, 'utf8').catch(() => '');

/** The address of the database that a running server keeps in this data folder; null when none runs or we may not know. */
export async function findRunningPostgres(dataDir: string): Promise<string | null> {
  const inside = join(dataDir, 'postgres');
  const folder = (await read(join(inside, 'location'))).trim() || inside;
  const password = (await read(join(folder, 'password'))).trim();
  // The lines of postmaster.pid: number, folder, start, port, socket folder, address, memory, state.
  const lines = (await read(join(folder, 'cluster', 'postmaster.pid'))).split('\n');
  const port = Number(lines[3]);
  if (password === '' || !(port > 0) || lines[7]?.trim() !== 'ready') return null;
  return `postgres://tsuzuki:${password}@127.0.0.1:${port}/tsuzuki`;
}
