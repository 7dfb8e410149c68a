/** The code of the release before, taken out of the history of this clone, beside our packages. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { copyFile, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ensureBuilt, ROOT } from './processes.ts';

const run = promisify(execFile);

export type Release = { release: string; lastMigration: string; commit: string };

/** Oldest first. */
export const releases: Release[] = JSON.parse(readFileSync(join(ROOT, 'db/releases.json'), 'utf8'));

export type ReleaseCode = Release & { root: string; end(): Promise<void> };

/** A program of ours that runs in the copy, so that its imports are that release's. */
export const FILL = 'test/support/fill-release.ts';

/** The whole product of that commit in a folder of its own, built. */
export async function releaseBefore(): Promise<ReleaseCode> {
  const release = releases.at(-1);
  if (release === undefined) throw new Error('db/releases.json names no release');
  const root = await mkdtemp(join(tmpdir(), 'tsuzuki-release-'));
  const end = () => rm(root, { recursive: true, force: true });
  try {
    await takeOut(release, root);
    await bringPackages(root);
    await copyFile(join(ROOT, FILL), join(root, FILL));
    await ensureBuilt(root);
    return { ...release, root, end };
  } catch (error) {
    await end();
    throw error;
  }
}

/** Writes the files of the commit; what is checked out and the index stay as they are. */
export async function takeOut({ release, commit }: Release, root: string, clone = ROOT): Promise<void> {
  const env = { ...process.env, GIT_INDEX_FILE: join(root, '.index') };
  // The clone may be another account's, as where a container mounts it.
  const git = (...words: string[]) => run('git', ['-c', 'safe.directory=*', '-C', clone, ...words], { env });
  try {
    const look = git('cat-file', '-e', `${commit}^{commit}`);
    // A shallow clone brings the one commit, and stays shallow.
    await look.catch(() => git('fetch', '--quiet', '--depth=1', 'origin', commit));
  } catch (cause) {
    throw new Error(
      `The code of release ${release} is commit ${commit}, which this clone does not hold: git fetch --unshallow origin`,
      { cause },
    );
  }
  await git('read-tree', commit);
  await git('checkout-index', '--all', `--prefix=${root}/`);
}

type Lock = { packages: Record<string, { version?: string; optional?: boolean }> };

const readLock = async (path: string): Promise<Lock> => JSON.parse(await readFile(path, 'utf8'));

/** What differs in a package of the release's own lock; packages that came later are in nobody's way. */
export function lockDiffers(wanted: Lock, installed: Lock): string | null {
  for (const [path, { version, optional }] of Object.entries(wanted.packages)) {
    if (path === '') continue;
    const here = installed.packages[path];
    // Those for other systems are installed nowhere.
    if (here === undefined ? optional !== true : here.version !== version) return path;
  }
  return null;
}

/** Ours, where they are the ones that the release had; otherwise its own are installed. */
async function bringPackages(root: string): Promise<void> {
  const wanted = await readLock(join(root, 'package-lock.json'));
  const installed = await readLock(join(ROOT, 'node_modules/.package-lock.json'));
  if (lockDiffers(wanted, installed) === null)
    return symlink(join(ROOT, 'node_modules'), join(root, 'node_modules'));
  // Also what builds it, which a process in production would leave out.
  const words = ['ci', '--include=dev', '--no-audit', '--no-fund', '--prefer-offline'];
  // Without the hooks of the tests, which npm's own Node need not know.
  await run('npm', words, { cwd: root, env: { ...process.env, NODE_OPTIONS: '' } });
}
