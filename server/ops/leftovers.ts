/** What processes that were killed have left behind: files of uploads that never became pictures, and temporary files. */
import { type Deps, inTransaction } from '../deps.ts';
import { discardUploads, removeTemporaryUploads } from '../domains/media/receive.ts';
import { removeMedia } from '../domains/media/service.ts';
import { findUnused } from '../domains/media/usage.ts';
import { processMark } from '../embedded/processes.ts';

/** Longer than any request may take, so that no upload that is under way is touched. */
const UPLOAD_MOST_MS = 3_600_000;
/** A cover may be uploaded today and its story be saved tomorrow. */
const UNUSED_KEPT_MS = 48 * 3_600_000;
const UNUSED_BATCH = 200;

/** On the way, while others may be working. */
export async function sweepLeftovers(deps: Deps): Promise<void> {
  await discardUploads(deps, { olderThanMs: UPLOAD_MOST_MS });
  await deps.storage.sweepTemporary();
  await deleteUnusedPictures(deps);
}

/** Pictures that were uploaded and then used by nothing; their files go by a job. */
export async function deleteUnusedPictures(deps: Deps): Promise<number> {
  const before = new Date(deps.clock.now().getTime() - UNUSED_KEPT_MS);
  return inTransaction(deps, async (tx) => {
    const unused = await findUnused(tx, before, UNUSED_BATCH);
    await removeMedia(tx, unused);
    return unused.length;
  });
}

/** At the start, before anything is taken in. `isAlone`: no other process works on this database and its files. */
export async function removeLeftovers(deps: Deps, { isAlone }: { isAlone: boolean }): Promise<void> {
  await removeTemporaryUploads((pid) => processMark(pid) !== null);
  if (!isAlone) return;
  const count = await discardUploads(deps, { olderThanMs: 0 });
  await deps.storage.sweepTemporary({ olderThanMs: 0 });
  if (count > 0) deps.log.debug({ count }, 'uploads that were cut off have been taken away');
}
