/**
 * Tokens of mailed links: bound to a purpose and an address, valid once and for a limited time. A token's text is
 * derived from its row and our key, so the database and the queue never contain it.
 */
import { createHash, createHmac } from 'node:crypto';
import { and, eq, gt, isNull } from 'drizzle-orm';
import { type MailTokenPurpose, mailTokens } from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';
import { DAY_MS, HOUR_MS } from '../../../lib/durations.ts';
import { newId } from '../../../lib/ids.ts';

export const TOKEN_MS: Readonly<Record<MailTokenPurpose, number>> = {
  confirm_email: 48 * HOUR_MS,
  reset_password: HOUR_MS,
  download_export: 7 * DAY_MS,
};

export type MailToken = typeof mailTokens.$inferSelect;

/** Team invitations and security notices have rows of their own, but their links work the same way. */
export const tokenText = (
  signingKey: string,
  purpose: MailTokenPurpose | 'join_team' | 'security_notice' | 'payout_destination',
  id: string,
): string => createHmac('sha256', signingKey).update(`mail-token\n${purpose}\n${id}`).digest('base64url');

export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

export async function issueToken(
  deps: Deps,
  { userId, purpose, email }: { userId: string; purpose: MailTokenPurpose; email: string },
): Promise<string> {
  const now = deps.clock.now();
  const id = newId(now.getTime());
  await deps.db.insert(mailTokens).values({
    id,
    userId,
    purpose,
    email,
    tokenHash: hashOf(tokenText(deps.signingKey, purpose, id)),
    createdAt: now,
    expiresAt: new Date(now.getTime() + TOKEN_MS[purpose]),
  });
  return id;
}

export async function findToken(
  deps: Deps,
  purpose: MailTokenPurpose,
  text: string,
  { forUpdate = false } = {},
): Promise<MailToken | null> {
  const query = deps.db
    .select()
    .from(mailTokens)
    .where(
      and(
        eq(mailTokens.tokenHash, hashOf(text)),
        eq(mailTokens.purpose, purpose),
        isNull(mailTokens.usedAt),
        gt(mailTokens.expiresAt, deps.clock.now()),
      ),
    );
  const [row] = forUpdate ? await query.for('update') : await query;
  return row ?? null;
}

export async function spendToken(deps: Deps, id: string): Promise<void> {
  await deps.db.update(mailTokens).set({ usedAt: deps.clock.now() }).where(eq(mailTokens.id, id));
}

export async function voidTokens(deps: Deps, userId: string, purpose: MailTokenPurpose): Promise<void> {
  await deps.db
    .update(mailTokens)
    .set({ usedAt: deps.clock.now() })
    .where(and(eq(mailTokens.userId, userId), eq(mailTokens.purpose, purpose), isNull(mailTokens.usedAt)));
}
