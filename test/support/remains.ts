/** Possible leftovers of uploads: temporary folders, rows without a picture, stored files without a row, open files. */
import { readdir, readlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { media, uploads } from '../../db/schema/index.ts';
import type { TestApp } from './app.ts';

export type Remains = { folders: string[]; waiting: number; orphans: number; drafts: number; open: string[] };

export const NOTHING: Remains = { folders: [], waiting: 0, orphans: 0, drafts: 0, open: [] };

export async function remainsOf({ deps }: TestApp): Promise<Remains> {
  const names = await readdir(tmpdir());
  const originals: string[] = [];
  for await (const { key } of deps.storage.list('media/')) if (key.endsWith('original')) originals.push(key);
  const drafts = await readdir(`${deps.config.DATA_DIR}/media/.temporary`).catch(() => []);
  return {
    folders: names.filter((name) => name.startsWith(`tsuzuki-upload-${process.pid}-`)),
    waiting: await deps.db.$count(uploads),
    orphans: originals.length - (await deps.db.$count(media)),
    drafts: drafts.length,
    open: await openFiles(deps.config.DATA_DIR),
  };
}

/** Works only on Linux. Elsewhere, the result is empty. */
async function openFiles(folder: string): Promise<string[]> {
  const handles = await readdir('/proc/self/fd').catch(() => []);
  const paths = await Promise.all(
    handles.map((handle) => readlink(`/proc/self/fd/${handle}`).catch(() => '')),
  );
  return paths.filter((path) => path.startsWith(folder) || path.includes('tsuzuki-upload-'));
}

/** Collects uncaught errors from now on. In a server, each would end the process. */
export function uncaught(): { list: unknown[]; stop(): void } {
  const list: unknown[] = [];
  const note = (error: unknown): void => void list.push(error);
  process.on('uncaughtExceptionMonitor', note);
  return { list, stop: () => void process.off('uncaughtExceptionMonitor', note) };
}
