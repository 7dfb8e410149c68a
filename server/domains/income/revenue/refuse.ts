import { and, eq, gte } from 'drizzle-orm';
import { revenueImports, revenueLines, revenueProblems } from '#db/schema/index.ts';
import { type Deps, inTransaction } from '../../../deps.ts';
import { newId } from '../../../lib/ids.ts';
import { queueRefusal } from './administrators.ts';
import type { ImportKind, ProblemCode } from './rules.ts';
import { logUpload } from './service.ts';

/** Refuses a checked file that still cannot be credited. Does nothing if somebody else has decided meanwhile. */
export async function refuseImport(deps: Deps, id: string, code: ProblemCode): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const [held] = await tx.db.select().from(revenueImports).where(eq(revenueImports.id, id)).for('update');
    if (held?.state !== 'ready' && held?.state !== 'same') return;
    await tx.db.delete(revenueLines).where(eq(revenueLines.importId, id));
    await tx.db.insert(revenueProblems).values({ importId: id, line: 1, code, excerpt: '' });
    await tx.db
      .update(revenueImports)
      .set({ state: 'refused', problemsCount: 1 })
      .where(eq(revenueImports.id, id));
    if (held.source === 'service') await queueRefusal(tx, id);
  });
}

type Unread = {
  name: string;
  kind: ImportKind;
  bytes: number;
  code: ProblemCode;
  /** When the file was written. A file that stays in place is reported once per version. */
  since?: Date;
};

/** Refuses a file that the service found and cannot read. Returns its id, or null when it was reported before. */
export const refuseUnread = (
  deps: Deps,
  { name: fileName, kind, bytes: sizeBytes, code, since }: Unread,
): Promise<string | null> =>
  inTransaction(deps, async (tx) => {
    const isIt = and(eq(revenueImports.fileName, fileName), eq(revenueImports.state, 'refused'));
    const isTold =
      since && (await tx.db.$count(revenueImports, and(isIt, gte(revenueImports.createdAt, since))));
    if (isTold) return null;
    const now = tx.clock.now();
    const id = newId(now.getTime());
    await tx.db.insert(revenueImports).values({
      id,
      fileName,
      sizeBytes,
      sha256: '',
      source: 'service',
      kind,
      state: 'refused',
      problemsCount: 1,
      createdAt: now,
    });
    await tx.db.insert(revenueProblems).values({ importId: id, line: 1, code, excerpt: '' });
    await queueRefusal(tx, id);
    await logUpload(tx, { actorId: null, id, fileName, kind, sha256: '' });
    return id;
  });
