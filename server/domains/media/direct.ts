/**
 * Owns `direct_uploads`: large files that browsers put into storage by a signed URL. The call that the file is for
 * names the upload. Only that call judges its content.
 */
import { and, count, eq, gt, isNull, lt, or, sum } from 'drizzle-orm';
import { directUploads, users } from '../../../db/schema/index.ts';
import { type Deps, inTransaction, type TransactionDeps } from '../../deps.ts';
import { badRequest, conflict, isAppError, notFound } from '../../lib/errors.ts';
import { isId, newId } from '../../lib/ids.ts';
import type { Source } from '../../lib/streams.ts';
import type { Viewer } from '../../lib/viewer.ts';
import { type DirectPut, INCOMING } from '../../storage/storage.ts';
import { CLAIM_MS, DIRECT_KEPT_MS, isOutstandingFull, ORPHAN_KEPT_MS } from './rules.ts';

const TYPE = 'application/octet-stream';
const SWEPT_AT_ONCE = 500;

const keyOf = (id: string): string => `${INCOMING}${id}`;

export type BegunUpload = { id: string } & DirectPut;

/** Null when the account has too much under way. Locks its row, so that concurrent uploads are counted. */
async function insertUpload(
  tx: TransactionDeps,
  { ownerId, name, bytes }: { ownerId: string; name: string; bytes: number },
): Promise<string | null> {
  await tx.db.select({ id: users.id }).from(users).where(eq(users.id, ownerId)).for('no key update');
  const now = tx.clock.now().getTime();
  const [waiting] = await tx.db
    .select({ files: count(), bytes: sum(directUploads.bytes).mapWith(Number) })
    .from(directUploads)
    .where(
      and(
        eq(directUploads.ownerId, ownerId),
        isNull(directUploads.finishedAt),
        gt(directUploads.createdAt, new Date(now - DIRECT_KEPT_MS)),
      ),
    );
  if (isOutstandingFull({ files: waiting?.files ?? 0, bytes: (waiting?.bytes ?? 0) + bytes })) return null;
  const id = newId(now);
  await tx.db.insert(directUploads).values({ id, ownerId, name, bytes, createdAt: new Date(now) });
  return id;
}

/**
 * Null when the file must go through the server. Reasons: no direct storage, an unconfirmed e-mail address, too much
 * under way. `pay` runs once there is room.
 */
export async function beginDirectUpload(
  deps: Deps,
  viewer: Viewer,
  file: { name: string; bytes: number },
  pay: () => Promise<void>,
): Promise<BegunUpload | null> {
  const { directPut } = deps.storage;
  if (directPut === undefined || !viewer.emailConfirmed) return null;
  const id = await inTransaction(deps, (tx) => insertUpload(tx, { ownerId: viewer.id, ...file }));
  if (id === null) return null;
  try {
    await pay();
  } catch (error) {
    await deps.db.delete(directUploads).where(eq(directUploads.id, id));
    throw error;
  }
  return { id, ...directPut(keyOf(id), { bytes: file.bytes, contentType: TYPE, now: deps.clock.now() }) };
}

export type DirectClaim = {
  name: string;
  /** The upload was accepted before, but the response got lost. Answers with the earlier `resultId`. */
  isRepeat: boolean;
  resultId: string | null;
  content: Source;
  finish(resultId?: string): Promise<void>;
  /** A refusal of the content ends the upload. After any other it can be claimed again. */
  release(error: unknown): Promise<void>;
};

/** Throws 404 for a missing or foreign upload, 409 while another request has it, 400 while it is incomplete. */
export async function claimDirectUpload(deps: Deps, viewer: Viewer, id: string): Promise<DirectClaim> {
  if (!isId(id)) throw notFound('upload_not_found');
  const isOwn = and(eq(directUploads.id, id), eq(directUploads.ownerId, viewer.id));
  const now = deps.clock.now();
  const isFree = or(
    isNull(directUploads.claimedAt),
    lt(directUploads.claimedAt, new Date(now.getTime() - CLAIM_MS)),
  );
  const [claimed] = await deps.db
    .update(directUploads)
    .set({ claimedAt: now })
    .where(and(isOwn, isNull(directUploads.finishedAt), isFree))
    .returning();
  const [row] = claimed ? [claimed] : await deps.db.select().from(directUploads).where(isOwn);
  if (row === undefined) throw notFound('upload_not_found');
  const isRepeat = row.finishedAt !== null;
  if (claimed === undefined && !isRepeat) throw conflict('upload_in_progress');
  const claim: DirectClaim = {
    name: row.name,
    isRepeat,
    resultId: row.resultId,
    content: () => deps.storage.get(keyOf(id)),
    async finish(resultId) {
      if (isRepeat) return;
      try {
        await deps.db
          .update(directUploads)
          .set({ finishedAt: deps.clock.now(), resultId: resultId ?? null })
          .where(eq(directUploads.id, id));
        await deps.storage.delete(keyOf(id));
      } catch (err) {
        // The upload is done, and an error would make the client send it again. The sweep removes the rest.
        deps.log.warn({ err, id }, 'could not remove an upload');
      }
    },
    async release(error) {
      if (isRepeat) return;
      if (isJudged(error)) return dropUpload(deps, id);
      await deps.db.update(directUploads).set({ claimedAt: null }).where(eq(directUploads.id, id));
    },
  };
  if (!isRepeat) await requireWhole(deps, row, claim);
  return claim;
}

/** Storage may have accepted another size than we signed. Drops such a file. */
async function requireWhole(
  deps: Deps,
  { id, bytes }: { id: string; bytes: number },
  claim: DirectClaim,
): Promise<void> {
  try {
    const found = await deps.storage.stat(keyOf(id));
    if (found?.bytes === bytes) return;
    if (found !== null) await dropUpload(deps, id);
    throw badRequest('upload_incomplete');
  } catch (error) {
    await claim.release(error);
    throw error;
  }
}

/** Refusals of the content are final. Conflicts, limits and outages may pass. */
const isJudged = (error: unknown): boolean => isAppError(error) && [413, 415, 422].includes(error.status);

async function dropUpload(deps: Deps, id: string): Promise<void> {
  await deps.storage.delete(keyOf(id));
  await deps.db.delete(directUploads).where(eq(directUploads.id, id));
}

export async function sweepDirectUploads(deps: Deps): Promise<void> {
  const now = deps.clock.now().getTime();
  const old = await deps.db
    .select({ id: directUploads.id })
    .from(directUploads)
    .where(
      and(
        lt(directUploads.createdAt, new Date(now - DIRECT_KEPT_MS)),
        or(isNull(directUploads.claimedAt), lt(directUploads.claimedAt, new Date(now - CLAIM_MS))),
      ),
    )
    .limit(SWEPT_AT_ONCE);
  for (const { id } of old) await dropUpload(deps, id);
  // A signed URL stays valid for a while, so a file may arrive after its row was deleted.
  if (deps.storage.directPut === undefined) return;
  let looked = 0;
  for await (const { key, modifiedAt } of deps.storage.list(INCOMING)) {
    if (modifiedAt.getTime() < now - ORPHAN_KEPT_MS) await deps.storage.delete(key);
    looked += 1;
    if (looked >= SWEPT_AT_ONCE) return;
  }
}
