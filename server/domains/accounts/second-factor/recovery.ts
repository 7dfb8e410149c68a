/** Owns `recovery_codes`: each code works once. */
import { and, count, eq, isNull } from 'drizzle-orm';
import { recoveryCodes } from '#db/schema/index.ts';
import type { Deps, TransactionDeps } from '../../../deps.ts';
import { groupCode, tidyRecoveryCode } from './rules.ts';
import { newRecoveryCodes, recoveryHash } from './secrets.ts';

/** Replaces all codes. Only this call returns them in readable form. */
export async function makeRecoveryCodes(tx: TransactionDeps, userId: string): Promise<string[]> {
  const codes = newRecoveryCodes();
  const createdAt = tx.clock.now();
  await tx.db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx.db
    .insert(recoveryCodes)
    .values(codes.map((code) => ({ userId, codeHash: recoveryHash(tx, userId, code), createdAt })));
  return codes.map(groupCode);
}

export async function takeRecoveryCode(tx: TransactionDeps, userId: string, text: string): Promise<boolean> {
  const code = tidyRecoveryCode(text);
  if (code === null) return false;
  const taken = await tx.db
    .update(recoveryCodes)
    .set({ usedAt: tx.clock.now() })
    .where(
      and(
        eq(recoveryCodes.userId, userId),
        eq(recoveryCodes.codeHash, recoveryHash(tx, userId, code)),
        isNull(recoveryCodes.usedAt),
      ),
    )
    .returning({ userId: recoveryCodes.userId });
  return taken.length > 0;
}

export async function countRecoveryCodes(deps: Deps, userId: string): Promise<number> {
  const [row] = await deps.db
    .select({ left: count() })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)));
  return row?.left ?? 0;
}
