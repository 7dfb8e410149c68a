import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { type ImportSource, revenueImports, revenueLines } from '#db/schema/index.ts';
import { type Deps, inTransaction, type TransactionDeps } from '../../../deps.ts';
import { conflict, notFound, tooLarge } from '../../../lib/errors.ts';
import { newId } from '../../../lib/ids.ts';
import type { Source } from '../../../lib/streams.ts';
import type { Viewer } from '../../../lib/viewer.ts';
import { record } from '../../../outbox/record.ts';
import { settleUpload, storeFile, withTemporaryFile } from '../../media/receive.ts';
import { logAction } from '../../platform/audit/log.ts';
import { revenueUploaded } from '../events.ts';
import { checkImport } from './check.ts';
import { fileKey, fileNameOf } from './files.ts';
import { AT_ONCE_MAX_BYTES, FILE_MAX_BYTES, type ImportKind } from './rules.ts';

type Named = {
  name: string;
  kind: ImportKind;
  source: ImportSource;
  /** Null when the service found the file. */
  userId: string | null;
};

type Received = { path: string; sha256: string };

/** Throws 413 for a file that is too large, and keeps nothing of it. */
export function withReceived<T>(
  deps: Deps,
  content: Source,
  work: (received: Received) => Promise<T>,
): Promise<T> {
  const hash = createHash('sha256');
  const demands = {
    maxBytes: FILE_MAX_BYTES,
    tooLarge: () => tooLarge('revenue_file_too_large'),
    judge: () => undefined,
    hash,
  };
  return withTemporaryFile(deps, content, demands, (path) => work({ path, sha256: hash.digest('hex') }));
}

export const takeIn = (deps: Deps, { content, ...named }: Named & { content: Source }): Promise<string> =>
  withReceived(deps, content, async (received) => (await keepFile(deps, { ...named, ...received })).id);

async function keepFile(
  deps: Deps,
  { name, kind, source, userId, path, sha256 }: Named & Received,
): Promise<{ id: string; bytes: number }> {
  const id = newId(deps.clock.now().getTime());
  const discard = await storeFile(deps, path, { id, key: fileKey(id), contentType: 'text/csv' });
  try {
    const { bytes = 0 } = (await deps.storage.stat(fileKey(id))) ?? {};
    await inTransaction(deps, async (tx) => {
      await tx.db.insert(revenueImports).values({
        id,
        kind,
        source,
        state: 'checking',
        uploadedBy: userId,
        createdAt: tx.clock.now(),
        fileName: fileNameOf(name),
        sizeBytes: bytes,
        sha256,
      });
      await settleUpload(tx, id);
      // The service checks its own files without a job.
      if (source === 'upload') await record(tx, revenueUploaded, { importId: id });
      await logUpload(tx, { actorId: userId, id, fileName: fileNameOf(name), kind, sha256 });
    });
    return { id, bytes };
  } catch (error) {
    await discard();
    throw error;
  }
}

/** REV-18: a small file is checked while its sender waits. A worker checks a large one. */
export async function uploadRevenue(
  deps: Deps,
  viewer: Viewer,
  handed: Pick<Named, 'name' | 'kind'> & Received,
): Promise<string> {
  const { id, bytes } = await keepFile(deps, { ...handed, source: 'upload', userId: viewer.id });
  if (bytes <= AT_ONCE_MAX_BYTES) await checkImport(deps, id);
  return id;
}

type Handed = { actorId: string | null; id: string; fileName: string; kind: ImportKind; sha256: string };

/** Logs each file, also unreadable ones. Last in its transaction, as `logAction` requires. */
export const logUpload = (
  tx: TransactionDeps,
  { actorId, id, fileName: name, ...details }: Handed,
): Promise<number> =>
  logAction(tx, { actorId, deed: 'revenue_uploaded', subject: { type: 'import', id, name }, details });

/** Deletes the lines. The import and its problems stay. */
export async function discardImport(deps: Deps, viewer: Viewer | null, id: string): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const [held] = await tx.db.select().from(revenueImports).where(eq(revenueImports.id, id)).for('update');
    if (held === undefined) throw notFound('not_found');
    if (held.state === 'discarded') return;
    if (!['checking', 'refused', 'ready'].includes(held.state)) throw conflict('import_closed');
    await tx.db.delete(revenueLines).where(eq(revenueLines.importId, id));
    await tx.db.update(revenueImports).set({ state: 'discarded' }).where(eq(revenueImports.id, id));
    await logAction(tx, {
      actorId: viewer?.id ?? null,
      deed: 'revenue_discarded',
      subject: { type: 'import', id, name: held.fileName },
      details: { period: held.period },
    });
  });
}
