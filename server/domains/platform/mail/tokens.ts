/**
 * Tokens of mailed links: bound to a purpose and an address, good once and for a while. The text of a token is derived
 * from its row and our key when the mail is written, so neither the database nor the queue ever holds one.
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

/** What stands in the link. An invitation to a team and a security notice are rows of their own, but their link is made in the same way. */
export const tokenText = (
  signingKey: string,
  purpose: MailTokenPurpose | 'join_team' | 'security_notice' | 'payout_destination',
  id: string,
): string => createHmac('sha256', signingKey).update(`mail-token\n${purpose}\n${id}`).digest('base64url');

export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Writes the row of a new token and returns its id. */
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

/** The row of a token that still holds for this purpose; locked when it is about to be spent. */
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

/** No link of this purpose that the user was ever sent holds any more. */
export async function voidTokens(deps: Deps, userId: string, purpose: MailTokenPurpose): Promise<void> {
  await deps.db
    .update(mailTokens)
    .set({ usedAt: deps.clock.now() })
    .where(and(eq(mailTokens.userId, userId), eq(mailTokens.purpose, purpose), isNull(mailTokens.usedAt)));
}
