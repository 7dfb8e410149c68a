/** What processes that were killed have left behind: files of uploads that never became pictures, and temporary files. */
import type { Deps } from '../deps.ts';
import { discardUploads, removeTemporaryUploads } from '../domains/media/receive.ts';
import { processMark } from '../embedded/processes.ts';

/** Longer than any request may take, so that no upload that is under way is touched. */
const UPLOAD_MOST_MS = 3_600_000;

/** On the way, while others may be working. */
export async function sweepLeftovers(deps: Deps): Promise<void> {
  await discardUploads(deps, { olderThanMs: UPLOAD_MOST_MS });
  await deps.storage.sweepTemporary();
}

/** At the start, before anything is taken in. `isAlone`: no other process works on this database and its files. */
export async function removeLeftovers(deps: Deps, { isAlone }: { isAlone: boolean }): Promise<void> {
  await removeTemporaryUploads((pid) => processMark(pid) !== null);
  if (!isAlone) return;
  const count = await discardUploads(deps, { olderThanMs: 0 });
  await deps.storage.sweepTemporary({ olderThanMs: 0 });
  if (count > 0) deps.log.debug({ count }, 'uploads that were cut off have been taken away');
}
