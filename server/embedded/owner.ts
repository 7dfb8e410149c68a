import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { processMark } from './processes.ts';
import { StartError } from './start-error.ts';

type Owner = { pid: number; mark: string; token: string };

function code(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}

async function readOwner(path: string): Promise<Owner | 'broken' | null> {
  try {
    const owner: unknown = JSON.parse(await readFile(path, 'utf8'));
    if (typeof owner !== 'object' || owner === null) return 'broken';
    const { pid, mark, token } = owner as Partial<Owner>;
    if (!Number.isInteger(pid) || typeof mark !== 'string' || typeof token !== 'string') return 'broken';
    return { pid: pid as number, mark, token };
  } catch (error) {
    if (code(error) === 'ENOENT') return null;
    if (error instanceof SyntaxError) return 'broken';
    throw error;
  }
}

function lives(owner: Owner): boolean {
  const mark = processMark(owner.pid);
  return mark !== null && (mark === 'hidden' || mark === owner.mark);
}

/** Moves a dead owner's file away. Restores the file if another start has replaced it meanwhile. */
async function clearStale(path: string, judged: Owner | 'broken'): Promise<void> {
  const aside = `${path}.${randomUUID()}`;
  try {
    await rename(path, aside);
  } catch (error) {
    if (code(error) === 'ENOENT') return;
    throw error;
  }
  const moved = await readOwner(aside);
  const same = moved === 'broken' || judged === 'broken' ? moved === judged : moved?.token === judged.token;
  if (!same) await link(aside, path).catch(() => undefined);
  await rm(aside, { force: true });
}

/** Linking the file into place keeps it complete. Process number and start time reveal a dead owner. */
export async function claimFolder(folder: string, shownAs: string): Promise<{ release(): Promise<void> }> {
  const path = join(folder, 'owner.json');
  const mine: Owner = { pid: process.pid, mark: processMark(process.pid) ?? '', token: randomUUID() };
  const draft = `${path}.${mine.token}`;
  try {
    await writeFile(draft, JSON.stringify(mine), { mode: 0o644 });
    for (;;) {
      try {
        await link(draft, path);
        break;
      } catch (error) {
        if (code(error) !== 'EEXIST') throw error;
      }
      const owner = await readOwner(path);
      if (owner === null) continue;
      if (owner !== 'broken' && lives(owner)) {
        const who = owner.pid === process.pid ? 'this process' : `process ${owner.pid}`;
        throw new StartError(
          `The data folder ${shownAs} is in use by ${who}: stop it first or set another DATA_DIR`,
        );
      }
      await clearStale(path, owner);
    }
  } finally {
    await rm(draft, { force: true });
  }
  return {
    async release() {
      const owner = await readOwner(path);
      if (owner !== null && owner !== 'broken' && owner.token === mine.token) await rm(path, { force: true });
    },
  };
}
