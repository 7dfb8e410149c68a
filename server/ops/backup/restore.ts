/** The database changes last, in one transaction. Until then, nothing refers to the restored files. */
import { claimFolder } from '../../embedded/owner.ts';
import { isStartError, StartError } from '../../embedded/start-error.ts';
import type { Storage } from '../../storage/storage.ts';
import { connect } from './dump.ts';
import { type Backup, openBackup } from './format.ts';
import { loadDatabase, refuseUnfit } from './load.ts';
import { keysOf, putMedia, refuseForeignObjects, removeForeignObjects } from './media-in.ts';
import { verifyBackup } from './verify.ts';

export type RestoreOptions = {
  url: () => Promise<string>;
  storage: Storage;
  isReplacing: boolean;
  say(line: string): void;
};

/** Keeps the backup from being removed meanwhile. */
export async function withBackup<T>(given: string, work: (backup: Backup) => Promise<T>): Promise<T> {
  const { folder } = await openBackup(given);
  const claim = await claimFolder(folder, folder).catch((error: unknown) => {
    if (!isStartError(error)) throw error;
    throw new StartError(`A backup is running in ${folder}`, { cause: error });
  });
  try {
    return await work(await openBackup(given));
  } finally {
    await claim.release();
  }
}

const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

export function describe({ path, manifest: { tables, media, snapshot_at } }: Backup): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const stored = media === null ? 'no media' : plural(media.objects, 'file');
  return `${path} of ${snapshot_at}: ${plural(tables.length, 'table')}, ${plural(rows, 'row')}, ${stored}`;
}

export async function restoreBackup(
  backup: Backup,
  { url: open, storage, isReplacing, say }: RestoreOptions,
): Promise<void> {
  await verifyBackup(backup);
  say(`${describe(backup)}; all checksums match`);
  const url = await open();
  const client = await connect(url, 'restore');
  await refuseUnfit(client, { isReplacing }).finally(() => client.end());
  const keys = backup.manifest.media === null ? null : await keysOf(backup);
  if (keys !== null) {
    if (!isReplacing) await refuseForeignObjects(storage, keys);
    const { written } = await putMedia(storage, backup);
    say(`Media: ${plural(written, 'file')} written, read back and compared; the database is unchanged`);
  }
  await loadDatabase(url, backup, { isReplacing });
  say('Database: loaded in one transaction, every row read back and compared');
  if (keys !== null && isReplacing) {
    const { removed } = await removeForeignObjects(storage, keys);
    if (removed > 0) say(`Media: ${plural(removed, 'file')} removed that the backup does not contain`);
  }
  say('Restored. Start the server with the same SECRET and VAPID keys as before, if they were configured');
}
