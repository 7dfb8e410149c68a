/** Owns `authenticators`: the app that shows codes (TOTP, RFC 6238). */
import { and, eq, isNull, lt, or } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { authenticators, users } from '#db/schema/index.ts';
import type { Deps, TransactionDeps } from '../../../deps.ts';
import { product } from '../../../lib/product.ts';
import { CODE_PERIOD_SECONDS, CODE_STEPS_AROUND, isNewStep, tidyCode } from './rules.ts';
import { seal, unseal } from './secrets.ts';

const SECRET_BYTES = 20;

const totpOf = (secret: string, label = ''): TOTP =>
  new TOTP({
    issuer: product.name,
    label,
    algorithm: 'SHA1',
    digits: 6,
    period: CODE_PERIOD_SECONDS,
    secret: Secret.fromBase32(secret),
  });

export type AppSecret = {
  /** Base32, for typing it in. */
  secret: string;
  /** `otpauth://…`, for a QR code. */
  uri: string;
};

/** Replaces an unconfirmed secret. False when a confirmed app exists. */
export async function beginApp(tx: TransactionDeps, userId: string): Promise<boolean> {
  const secret = new Secret({ size: SECRET_BYTES }).base32;
  const fresh = { sealedSecret: seal(tx, userId, secret), createdAt: tx.clock.now(), lastStep: null };
  const rows = await tx.db
    .insert(authenticators)
    .values({ userId, ...fresh })
    .onConflictDoUpdate({
      target: authenticators.userId,
      set: fresh,
      setWhere: isNull(authenticators.confirmedAt),
    })
    .returning({ userId: authenticators.userId });
  return rows.length > 0;
}

export async function findPendingApp(deps: Deps, userId: string): Promise<AppSecret | null> {
  const [row] = await deps.db
    .select({ sealed: authenticators.sealedSecret, email: users.email })
    .from(authenticators)
    .innerJoin(users, eq(users.id, authenticators.userId))
    .where(and(eq(authenticators.userId, userId), isNull(authenticators.confirmedAt)));
  const secret = row && unseal(deps, userId, row.sealed);
  if (row === undefined || !secret) return null;
  return { secret, uri: totpOf(secret, row.email).toString() };
}

/** True when the code is valid now. Each code counts once, even for two concurrent requests. */
export async function takeAppCode(
  tx: TransactionDeps,
  userId: string,
  text: string,
  { pending = false } = {},
): Promise<boolean> {
  const code = tidyCode(text);
  const [row] = await tx.db
    .select()
    .from(authenticators)
    .where(eq(authenticators.userId, userId))
    .for('update');
  if (code === null || row === undefined || (row.confirmedAt === null) !== pending) return false;
  const secret = unseal(tx, userId, row.sealedSecret);
  if (secret === null) return false;
  const now = tx.clock.now();
  const totp = totpOf(secret);
  const delta = totp.validate({ token: code, timestamp: now.getTime(), window: CODE_STEPS_AROUND });
  if (delta === null) return false;
  const step = Math.floor(now.getTime() / 1000 / CODE_PERIOD_SECONDS) + delta;
  if (!isNewStep(step, row.lastStep)) return false;
  const taken = await tx.db
    .update(authenticators)
    .set({ lastStep: step, lastUsedAt: now, confirmedAt: row.confirmedAt ?? now })
    .where(
      and(
        eq(authenticators.userId, userId),
        or(isNull(authenticators.lastStep), lt(authenticators.lastStep, step)),
      ),
    )
    .returning({ userId: authenticators.userId });
  return taken.length > 0;
}

export async function removeApp(tx: TransactionDeps, userId: string): Promise<boolean> {
  const rows = await tx.db.delete(authenticators).where(eq(authenticators.userId, userId)).returning();
  return rows.some(({ confirmedAt }) => confirmedAt !== null);
}
