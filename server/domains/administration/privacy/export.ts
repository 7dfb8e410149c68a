/** Owns `account_exports`: copies of a user's data, made by a job and kept for 7 days. */

import { PassThrough, pipeline, Readable } from 'node:stream';
import { and, desc, eq, isNotNull, isNull, lt } from 'drizzle-orm';
import { ZipFile } from 'yazl';
import { accountExports, users } from '#db/schema/index.ts';
import { type Deps, inTransaction, type TransactionDeps } from '../../../deps.ts';
import { utcDay } from '../../../lib/days.ts';
import { notFound } from '../../../lib/errors.ts';
import { newId } from '../../../lib/ids.ts';
import { owned } from '../../../lib/streams.ts';
import type { Viewer } from '../../../lib/viewer.ts';
import { attempt, subjects } from '../../../limits/attempts.ts';
import { record } from '../../../outbox/record.ts';
import { originalKey } from '../../media/addresses.ts';
import { mailLimits } from '../../platform/limits.ts';
import { queueMail } from '../../platform/mail/queue.ts';
import { findToken, issueToken, TOKEN_MS } from '../../platform/mail/tokens.ts';
import { exportRequested } from '../events.ts';
import { privacyLimits } from '../limits.ts';
import { collectOwnData } from './collect.ts';
import type { Collected, Person } from './personal.ts';

export const exportKey = (id: string): string => `exports/${id}.zip`;

/** Does nothing while a copy is being made. */
export async function requestExport(deps: Deps, viewer: Viewer): Promise<void> {
  await attempt(deps, privacyLimits.export, [subjects.user(viewer.id)]);
  await inTransaction(deps, async (tx) => {
    await tx.db.select({ id: users.id }).from(users).where(eq(users.id, viewer.id)).for('update');
    const [running] = await tx.db
      .select({ id: accountExports.id })
      .from(accountExports)
      .where(and(eq(accountExports.userId, viewer.id), isNull(accountExports.readyAt)));
    if (running !== undefined) return;
    const now = tx.clock.now();
    const id = newId(now.getTime());
    await tx.db.insert(accountExports).values({ id, userId: viewer.id, createdAt: now });
    await record(tx, exportRequested, { exportId: id });
  });
}

/** Streams the zip into storage and mails its link. Does nothing for a finished export. */
export async function makeExport(deps: Deps, exportId: string): Promise<void> {
  const [row] = await deps.db
    .select({ user: users, readyAt: accountExports.readyAt })
    .from(accountExports)
    .innerJoin(users, eq(users.id, accountExports.userId))
    .where(eq(accountExports.id, exportId));
  if (row === undefined || row.readyAt !== null || row.user.erasedAt !== null) return;
  const { user } = row;
  const collected = await collectOwnData(deps, user.id);
  const { bytes } = await deps.storage.put(exportKey(exportId), () => zipOf(deps, collected), {
    contentType: 'application/zip',
  });
  await inTransaction(deps, async (tx) => {
    const now = tx.clock.now();
    const done = await tx.db
      .update(accountExports)
      .set({ bytes, readyAt: now, expiresAt: new Date(now.getTime() + TOKEN_MS.download_export) })
      .where(and(eq(accountExports.id, exportId), isNull(accountExports.readyAt)))
      .returning({ id: accountExports.id });
    if (done.length === 0) return;
    const tokenId = await issueToken(tx, { userId: user.id, purpose: 'download_export', email: user.email });
    await queueMail(tx, {
      userId: user.id,
      kind: 'export_ready',
      to: user.email,
      locale: user.language,
      data: { tokenId, exportId },
    });
  });
}

/** Opens pictures one by one while the zip is written. Pictures are already compressed, so the zip only stores them. */
function zipOf(deps: Deps, { files, streams, pictures }: Collected): Readable {
  const zip = new ZipFile();
  const out = owned(new PassThrough());
  let open: Readable | null = null;
  const fail = (error: Error): void => void out.destroy(error);
  /** A broken stream fails the whole export, which is then retried, instead of hanging. */
  const hold = (stream: Readable): Readable => {
    open = stream;
    return stream.on('error', fail);
  };
  // Closes the open source when the reader gives up.
  out.once('close', () => open?.destroy());
  zip.on('error', fail);
  for (const [name, rows] of Object.entries(files)) {
    zip.addBuffer(Buffer.from(`${JSON.stringify(rows, null, 2)}\n`), `${name}.json`);
  }
  for (const [name, rows] of Object.entries(streams)) {
    zip.addReadStreamLazy(`${name}.json`, {}, (done) =>
      done(null, hold(owned(Readable.from(listInJson(rows))))),
    );
  }
  for (const { id, type } of pictures) {
    const name = `pictures/${id}.${type === 'image/png' ? 'png' : 'jpg'}`;
    zip.addReadStreamLazy(name, { compress: false }, (done) => {
      deps.storage.get(originalKey(id)).then(
        (stream) => done(null, hold(stream)),
        (error: Error) => {
          fail(error);
          done(error, null as never);
        },
      );
    });
  }
  zip.end();
  pipeline(zip.outputStream, out, () => {
    // `out` reports the error.
  });
  return out;
}

async function* listInJson(rows: AsyncIterable<unknown>): AsyncGenerator<string> {
  let before = '[\n';
  for await (const row of rows) {
    yield before + JSON.stringify(row, null, 2);
    before = ',\n';
  }
  yield before === ',\n' ? '\n]\n' : '[]\n';
}

export async function listExports(deps: Deps, viewer: Viewer) {
  const rows = await deps.db
    .select()
    .from(accountExports)
    .where(eq(accountExports.userId, viewer.id))
    .orderBy(desc(accountExports.id));
  const now = deps.clock.now();
  return rows
    .filter((row) => row.expiresAt === null || row.expiresAt > now)
    .map((row) => ({
      id: row.id,
      state: row.readyAt === null ? ('preparing' as const) : ('ready' as const),
      created_at: row.createdAt.toISOString(),
      expires_at: row.expiresAt?.toISOString() ?? null,
      bytes: row.bytes,
      url: row.readyAt === null ? null : `/api/user/exports/${row.id}`,
    }));
}

/** For the signed-in owner or a mailed token. Throws 404 for everybody else, which reveals nothing. */
export async function openExport(
  deps: Deps,
  viewer: Viewer | null,
  { exportId, token, address }: { exportId: string; token: string | undefined; address: string },
): Promise<{ open: () => Promise<Readable>; bytes: number; name: string }> {
  const [row] = await deps.db.select().from(accountExports).where(eq(accountExports.id, exportId));
  const now = deps.clock.now();
  const isLive = row !== undefined && row.expiresAt !== null && row.expiresAt > now;
  if (!isLive) throw notFound('not_found');
  const isOwner = viewer?.id === row.userId || (await holderOf(deps, token, address)) === row.userId;
  if (!isOwner) throw notFound('not_found');
  const key = exportKey(exportId);
  const found = await deps.storage.stat(key);
  if (found === null) throw notFound('not_found');
  const day = utcDay(row.createdAt);
  return { open: () => deps.storage.get(key), bytes: found.bytes, name: `tsuzuki-${day}.zip` };
}

/** Does not use the token up, so that a broken download can be retried for 7 days. */
async function holderOf(deps: Deps, token: string | undefined, address: string): Promise<string | null> {
  if (token === undefined) return null;
  const guess = await attempt(deps, mailLimits.mailedLink, [subjects.address(address)]);
  const found = await findToken(deps, 'download_export', token);
  if (found !== null) await guess.takeBack();
  return found?.userId ?? null;
}

/** Sweep: deletes files before rows, so that no file remains without a row. */
export async function deleteExpiredExports(deps: Deps): Promise<void> {
  const expired = and(isNotNull(accountExports.expiresAt), lt(accountExports.expiresAt, deps.clock.now()));
  const rows = await deps.db.select({ id: accountExports.id }).from(accountExports).where(expired);
  for (const { id } of rows) {
    await deps.storage.delete(exportKey(id));
    await deps.db.delete(accountExports).where(eq(accountExports.id, id));
  }
}

/** Deletes files after the commit, because a failed transaction must keep them. */
export async function eraseExports(tx: TransactionDeps, { id: userId }: Person): Promise<void> {
  const gone = await tx.db
    .delete(accountExports)
    .where(eq(accountExports.userId, userId))
    .returning({ id: accountExports.id });
  for (const { id } of gone) tx.afterCommit(() => tx.storage.delete(exportKey(id)));
}
