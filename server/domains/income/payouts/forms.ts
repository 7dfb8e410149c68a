/** Owns `tax_forms`: sealed files of creators. Only administrators open them, and each access is logged. */
import { createHash } from 'node:crypto';
import { and, desc, eq, inArray, isNull, lt, notExists, sql } from 'drizzle-orm';
import { payouts, taxForms } from '#db/schema/index.ts';
import { type Deps, inTransaction, type TransactionDeps } from '../../../deps.ts';
import { DAY_MS } from '../../../lib/durations.ts';
import { conflict, notFound, tooLarge, unprocessable, unsupportedMedia } from '../../../lib/errors.ts';
import { newId } from '../../../lib/ids.ts';
import type { Source } from '../../../lib/streams.ts';
import type { Viewer } from '../../../lib/viewer.ts';
import { keepOrDiscard, type Received, receiveParts } from '../../media/upload.ts';
import { logAction } from '../../platform/audit/log.ts';
import { findFormOf } from './queries.ts';
import { FORM_MAX_BYTES, isTaxForm, OPEN_STATES } from './rules.ts';
import { openForm, sealForm } from './sealing.ts';
import { hold, holdOwner } from './service.ts';

/** Prefix in the storage. No public address leads there. */
const PREFIX = 'private/tax_forms/';
const keyOf = (id: string): string => `${PREFIX}${id}`;

type Request = Parameters<typeof receiveParts>[1];
type Kept = { id: string; size: number; sha256: string };

/** Receives one PDF in the field `file` for the open payout. Throws 409 when none waits for it, and 413, 415, 422. */
export async function receiveTaxForm(deps: Deps, viewer: Viewer, request: Request): Promise<void> {
  await findAsking(deps, viewer.id);
  const kept: Kept[] = [];
  const begun: Received = {
    fields: {},
    count: () => kept.length,
    async discard() {
      for (const { id } of kept) await deps.storage.delete(keyOf(id));
    },
  };
  const limits = { field: 'file', most: { files: 1, fileSize: FORM_MAX_BYTES + 1 } };
  const upload = await receiveParts(deps, request, limits, begun, async (_, { content }) => {
    kept.push(await keepForm(deps, content));
  });
  await keepOrDiscard(upload, () =>
    inTransaction(deps, async (tx) => {
      await holdOwner(tx, viewer.id);
      const kind = await findAsking(tx, viewer.id);
      const now = tx.clock.now();
      await tx.db
        .update(taxForms)
        .set({ endedAt: now })
        .where(and(eq(taxForms.userId, viewer.id), isNull(taxForms.endedAt)));
      for (const { id, size, sha256 } of kept)
        await tx.db.insert(taxForms).values({
          id,
          userId: viewer.id,
          kind,
          storageKey: keyOf(id),
          sizeBytes: size,
          sha256,
          createdAt: now,
        });
    }),
  );
}

async function findAsking(deps: Pick<Deps, 'db'>, userId: string): Promise<string> {
  const [payout] = await deps.db
    .select({ kind: payouts.formKind })
    .from(payouts)
    .where(and(eq(payouts.userId, userId), eq(payouts.state, 'requested')))
    .orderBy(desc(payouts.requestedAt))
    .limit(1);
  if (!payout?.kind) throw conflict('form_not_asked');
  return payout.kind;
}

async function keepForm(deps: Deps, content: Source): Promise<Kept> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of await content()) {
    size += chunk.byteLength;
    if (size > FORM_MAX_BYTES) throw tooLarge('form_too_large');
    chunks.push(chunk);
  }
  const form = Buffer.concat(chunks);
  if (form.length === 0) throw unprocessable({ file: ['empty'] });
  if (!isTaxForm(form)) throw unsupportedMedia('form_unsupported');
  const id = newId(deps.clock.now().getTime());
  await deps.storage.put(keyOf(id), sealForm(deps, id, form), { contentType: 'application/octet-stream' });
  return { id, size, sha256: createHash('sha256').update(form).digest('hex') };
}

/** Opens the form of a payout for an administrator. Logs the access before showing anything. Throws 404. */
export async function openTaxForm(
  deps: Deps,
  viewer: Viewer,
  payoutId: string,
): Promise<{ bytes: Buffer; name: string }> {
  const form = await inTransaction(deps, async (tx) => {
    const payout = await hold(tx, payoutId);
    const found = await findFormOf(tx, payout);
    if (found === null) throw notFound('not_found');
    await logAction(tx, {
      actorId: viewer.id,
      deed: 'tax_form_opened',
      subject: { type: 'user', id: payout.userId },
      details: { payout: payout.id, form: found.kind },
    });
    return found;
  });
  const bytes = openForm(deps, form.id, await deps.storage.read(form.storageKey));
  if (bytes === null) throw notFound('not_found');
  return { bytes, name: `${form.kind}-${form.id}.pdf` };
}

/** Part of the erasure of an account, which waits for open payouts. */
export async function eraseTaxForms(tx: TransactionDeps, userId: string): Promise<void> {
  const gone = await tx.db.delete(taxForms).where(eq(taxForms.userId, userId)).returning();
  // If this fails, the sweep deletes the files.
  tx.afterCommit(() =>
    deleteFiles(tx, gone).catch((err) => tx.log.warn({ err }, 'could not delete a tax form')),
  );
}

const deleteFiles = async ({ storage }: Pick<Deps, 'storage'>, forms: readonly { storageKey: string }[]) => {
  for (const { storageKey } of forms) await storage.delete(storageKey);
};

/** Longer than any upload takes. */
const UNKNOWN_KEPT_MS = DAY_MS;
const AT_ONCE = 500;

/** A sweep: deletes forms that a newer one has replaced, and files without a form. May run twice. */
export async function deleteOldForms(deps: Deps): Promise<void> {
  const { db, clock, storage } = deps;
  const before = new Date(clock.now().getTime() - UNKNOWN_KEPT_MS);
  const open = db
    .select({ one: sql`1` })
    .from(payouts)
    .where(and(eq(payouts.userId, taxForms.userId), inArray(payouts.state, [...OPEN_STATES])));
  const old = await db
    .delete(taxForms)
    .where(and(lt(taxForms.endedAt, before), notExists(open)))
    .returning();
  await deleteFiles(deps, old);
  let keys: string[] = [];
  const forget = async () => {
    const known = await db
      .select({ key: taxForms.storageKey })
      .from(taxForms)
      .where(inArray(taxForms.storageKey, keys));
    const kept = new Set(known.map(({ key }) => key));
    for (const key of keys) if (!kept.has(key)) await storage.delete(key);
    keys = [];
  };
  for await (const { key, modifiedAt } of storage.list(PREFIX)) {
    if (modifiedAt < before) keys.push(key);
    if (keys.length === AT_ONCE) await forget();
  }
  if (keys.length > 0) await forget();
}
