/** The previous release's code, from this clone's history, with our packages. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { copyFile, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ensureBuilt, ROOT } from './processes.ts';

const run = promisify(execFile);

export type Release = { release: string; lastMigration: string; commit: string };

export const releases: Release[] = JSON.parse(readFileSync(join(ROOT, 'db/releases.json'), 'utf8'));

export type ReleaseCode = Release & { root: string; end(): Promise<void> };

/** Our program that runs inside the copy, so that it imports that release's modules. */
export const FILL = 'test/support/fill-release.ts';

/** The whole product of that commit in its own folder, built. */
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

/** Writes the commit's files without touching the working tree or the index. */
export async function takeOut({ release, commit }: Release, root: string, clone = ROOT): Promise<void> {
  const env = { ...process.env, GIT_INDEX_FILE: join(root, '.index') };
  // The clone may belong to another account, as in a container mount.
  const git = (...words: string[]) => run('git', ['-c', 'safe.directory=*', '-C', clone, ...words], { env });
  try {
    const look = git('cat-file', '-e', `${commit}^{commit}`);
    // A shallow clone fetches this one commit and stays shallow.
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

/** The first package that differs from the release's lock file, or null. Additional packages do not matter. */
export function lockDiffers(wanted: Lock, installed: Lock): string | null {
  for (const [path, { version, optional }] of Object.entries(wanted.packages)) {
    if (path === '') continue;
    const here = installed.packages[path];
    // Optional packages for other systems are not installed.
    if (here === undefined ? optional !== true : here.version !== version) return path;
  }
  return null;
}

/** Links our packages when they match the release's. Otherwise installs its own. */
async function bringPackages(root: string): Promise<void> {
  const wanted = await readLock(join(root, 'package-lock.json'));
  const installed = await readLock(join(ROOT, 'node_modules/.package-lock.json'));
  if (lockDiffers(wanted, installed) === null)
    return symlink(join(ROOT, 'node_modules'), join(root, 'node_modules'));
  // Includes build tools, which production omits.
  const words = ['ci', '--include=dev', '--no-audit', '--no-fund', '--prefer-offline'];
  // Without the tests' hooks, which npm's own Node may not support.
  await run('npm', words, { cwd: root, env: { ...process.env, NODE_OPTIONS: '' } });
}
