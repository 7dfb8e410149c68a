import { randomBytes, randomUUID } from 'node:crypto';
import {
  access,
  chmod,
  chown,
  constants,
  mkdir,
  readFile,
  realpath,
  rename,
  stat,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { type Account, canEnter, chooseAccount } from './account.ts';
import { asStartError, StartError, unusableFolder } from './start-error.ts';

/** For accounts that may not enter the data folder. */
const sharedHome = '/var/lib/tsuzuki';

export type Home = { folder: string; clusterDir: string; account: Account };

async function makeOpen(folder: string): Promise<void> {
  // Not `mkdir -p` with a mode: a strict umask would lock the account out.
  if (await mkdir(folder, { recursive: true })) await chmod(folder, 0o755);
}

async function recordedHome(folder: string): Promise<string | null> {
  const text = await readFile(join(folder, 'location'), 'utf8').catch(() => '');
  return text.trim() || null;
}

async function refuseForeign(clusterDir: string, dataDir: string): Promise<void> {
  const uid = process.getuid?.() ?? 0;
  const existing = await stat(clusterDir).catch(() => null);
  if (uid !== 0 && existing !== null && existing.uid !== uid) {
    throw new StartError(
      `The database in the data folder ${dataDir} belongs to user ${existing.uid}: run as that user or as root`,
    );
  }
}

/** Records where the data are stored. The faster of two simultaneous first starts decides. */
async function recordHome(folder: string, wanted: string): Promise<string> {
  await writeFile(join(folder, 'location'), `${wanted}\n`, { flag: 'wx' }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    },
  );
  return (await recordedHome(folder)) ?? wanted;
}

/** The cluster is in the data folder, or elsewhere if the account may not enter it (a folder under /root). */
export async function openHome(dataDir: string, note: (line: string) => void): Promise<Home> {
  try {
    const inside = join(dataDir, 'postgres');
    await makeOpen(inside);
    const here = await realpath(inside);
    const recorded = await recordedHome(here);
    const folder = recorded ?? here;
    const account = await chooseAccount(join(folder, 'cluster'));
    await refuseForeign(join(folder, 'cluster'), dataDir);
    if (recorded === null && (await canEnter(account, here))) {
      await access(here, constants.W_OK | constants.X_OK);
      return { folder: here, clusterDir: join(here, 'cluster'), account };
    }

    const chosen = recorded ?? (await recordHome(here, join(sharedHome, randomUUID())));
    await makeOpen(sharedHome);
    await makeOpen(chosen);
    const elsewhere = await realpath(chosen);
    await access(elsewhere, constants.W_OK | constants.X_OK);
    note(`PostgreSQL runs as ${account.name}, who has no access to ${here}: its data is in ${elsewhere}`);
    return { folder: elsewhere, clusterDir: join(elsewhere, 'cluster'), account };
  } catch (error) {
    throw asStartError(error, dataDir);
  }
}

export async function openPassword(home: Home): Promise<{ path: string; password: string }> {
  const path = join(home.folder, 'password');
  const existing = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw unusableFolder(home.folder, error);
  });
  if (existing?.trim()) return { path, password: existing.trim() };
  if (await stat(home.clusterDir).catch(() => null)) {
    throw new StartError(
      `The file ${path} with the database's password is missing: restore it from a backup`,
    );
  }
  const password = randomBytes(24).toString('base64url');
  const draft = `${path}.new`;
  await writeFile(draft, `${password}\n`, { mode: 0o600 });
  await chmod(draft, 0o600);
  // initdb reads the file itself, so its account must own the file.
  if (home.account.ids !== null) await chown(draft, home.account.ids.uid, home.account.ids.gid);
  await rename(draft, path);
  return { path, password };
}
