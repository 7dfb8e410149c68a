/** A fake authenticator app, for tests. */
import { Secret, TOTP } from 'otpauth';
import {
  authenticators,
  confirmedDevices,
  passkeyChallenges,
  passkeys,
  recoveryCodes,
  securityNotices,
  signInTickets,
} from '../../db/schema/index.ts';
import { newId } from '../../server/lib/ids.ts';
import type { Account, TestApp } from './app.ts';

export type CodeApp = {
  secret: string;
  /** Current code. `later` moves ahead in steps of 30 seconds, since each code is valid once. */
  code(later?: number): string;
};

export function codeApp(secret: string, now: () => Date = () => new Date()): CodeApp {
  const totp = new TOTP({ secret: Secret.fromBase32(secret), digits: 6, period: 30 });
  return {
    secret,
    code: (later = 0) => totp.generate({ timestamp: now().getTime() + later * 30_000 }),
  };
}

/** Turns on the second factor like the owner. Returns the app and the recovery codes. */
export async function switchOnApp(
  app: TestApp,
  as: Account,
): Promise<{ phone: CodeApp; recoveryCodes: string[] }> {
  const begun = await app.call('POST /user/second_factor/app', { as });
  if (begun.statusCode !== 201) throw new Error(`no app: ${begun.body}`);
  const phone = codeApp(begun.json().secret, () => app.deps.clock.now());
  const done = await app.call('PUT /user/second_factor/app', { as, body: { code: phone.code() } });
  if (done.statusCode !== 200) throw new Error(`not confirmed: ${done.body}`);
  return { phone, recoveryCodes: done.json().recovery_codes };
}

/** Adds a row to every table about a user's second factor. */
export async function fillFactors({ deps: { db } }: Pick<TestApp, 'deps'>, userId: string): Promise<void> {
  const expiresAt = new Date(Date.now() + 60_000);
  const some = (text: string) => Buffer.from(`${text} of ${userId}`);
  await db.insert(authenticators).values({ userId, sealedSecret: 'sealed' });
  await db
    .insert(passkeys)
    .values({ id: newId(), userId, credentialId: userId, publicKey: some('key'), name: 'Laptop' });
  await db.insert(recoveryCodes).values({ userId, codeHash: some('code') });
  const challenge = { purpose: 'prove' as const, challenge: 'sign this' };
  await db
    .insert(passkeyChallenges)
    .values({ id: newId(), userId, holderId: newId(), ...challenge, expiresAt });
  await db
    .insert(securityNotices)
    .values({ id: newId(), userId, deed: 'signed_in', tokenHash: some('notice'), expiresAt });
  await db
    .insert(signInTickets)
    .values({ id: newId(), userId, tokenHash: some('ticket'), proof: 'password', expiresAt });
  await db.insert(confirmedDevices).values({ userId, secretHash: some('device'), expiresAt });
}
