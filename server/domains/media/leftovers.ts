/** Removes what killed processes left behind: files of uploads without a picture, and temporary files. */
import { type Deps, inTransaction } from '../../deps.ts';
import { processMark } from '../../embedded/processes.ts';
import { HOUR_MS } from '../../lib/durations.ts';
import { keepSetting, takeSetting } from '../platform/tables/settings.ts';
import { sweepDirectUploads } from './direct.ts';
import { discardUploads, removeTemporaryUploads } from './receive.ts';
import { removeMedia } from './service.ts';
import { findUnused } from './uses.ts';

/** Longer than any request may take, so that uploads under way stay untouched. */
const UPLOAD_MAX_MS = HOUR_MS;
/** Somebody may upload a cover today and save its story tomorrow. */
const UNUSED_KEPT_MS = 48 * HOUR_MS;
const UNUSED_LOOKED_AT = 2_000;
const UNUSED_CURSOR = 'sweep.unused_pictures';

/** Safe while other processes are working. */
export async function sweepLeftovers(deps: Deps): Promise<void> {
  await discardUploads(deps, { olderThanMs: UPLOAD_MAX_MS });
  await deps.storage.sweepTemporary();
  await deleteUnusedPictures(deps);
  await sweepDirectUploads(deps);
}

/** Checks one batch per call. A job deletes the files. */
export async function deleteUnusedPictures(deps: Deps, most = UNUSED_LOOKED_AT): Promise<number> {
  const before = new Date(deps.clock.now().getTime() - UNUSED_KEPT_MS);
  return inTransaction(deps, async (tx) => {
    const after = await takeSetting(tx, UNUSED_CURSOR);
    const { unused, next } = await findUnused(tx, { before, after, most });
    if (next !== null) await keepSetting(tx, UNUSED_CURSOR, next);
    await removeMedia(tx, unused);
    return unused.length;
  });
}

/** Runs at startup, before any upload. `isAlone`: no other process uses this database and its files. */
export async function removeLeftovers(deps: Deps, { isAlone }: { isAlone: boolean }): Promise<void> {
  await removeTemporaryUploads((pid) => processMark(pid) !== null);
  if (!isAlone) return;
  const count = await discardUploads(deps, { olderThanMs: 0 });
  await deps.storage.sweepTemporary({ olderThanMs: 0 });
  if (count > 0) deps.log.debug({ count }, 'removed interrupted uploads');
}
