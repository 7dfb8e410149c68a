/** Owns `passkeys` and `passkey_challenges` (WebAuthn). The library is large, so it is loaded on first use. */
import { randomBytes } from 'node:crypto';
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { and, asc, count, eq, gt } from 'drizzle-orm';
import { sqlState, UNIQUE_VIOLATION } from '#db/client.ts';
import { passkeyChallenges, passkeys, users } from '#db/schema/index.ts';
import type { Deps, TransactionDeps } from '../../../deps.ts';
import { MINUTE_MS } from '../../../lib/durations.ts';
import { unprocessable } from '../../../lib/errors.ts';
import { newId } from '../../../lib/ids.ts';
import { product } from '../../../lib/product.ts';
import { PASSKEYS_MAX_COUNT } from './rules.ts';

/** The user who must sign, by session or ticket. */
export type Holder = { userId: string; holderId: string };

const CHALLENGE_MS = 5 * MINUTE_MS;

/** ES256, EdDSA and RS256. Newer algorithms are still experimental in Node. */
const ALGORITHMS = [-7, -8, -257];

const load = () => import('@simplewebauthn/server');

const relyingParty = ({ config }: Deps) => ({
  id: new URL(config.BASE_URL).hostname,
  origin: config.BASE_URL,
});

async function issueChallenge(deps: Deps, { userId, holderId }: Holder, purpose: 'add' | 'prove') {
  const now = deps.clock.now();
  const challenge = randomBytes(32).toString('base64url');
  await deps.db
    .delete(passkeyChallenges)
    .where(and(eq(passkeyChallenges.holderId, holderId), eq(passkeyChallenges.purpose, purpose)));
  await deps.db.insert(passkeyChallenges).values({
    id: newId(now.getTime()),
    userId,
    holderId,
    purpose,
    challenge,
    expiresAt: new Date(now.getTime() + CHALLENGE_MS),
  });
  return Buffer.from(challenge, 'base64url');
}

/** Deletes the challenge, so that it counts once, whether the answer is right or wrong. */
async function takeChallenge(deps: Deps, { userId, holderId }: Holder, purpose: 'add' | 'prove') {
  const rows = await deps.db
    .delete(passkeyChallenges)
    .where(
      and(
        eq(passkeyChallenges.holderId, holderId),
        eq(passkeyChallenges.userId, userId),
        eq(passkeyChallenges.purpose, purpose),
        gt(passkeyChallenges.expiresAt, deps.clock.now()),
      ),
    )
    .returning({ challenge: passkeyChallenges.challenge });
  return rows[0]?.challenge ?? null;
}

const credentialsOf = async (deps: Deps, userId: string) => {
  const rows = await deps.db
    .select({ id: passkeys.credentialId, transports: passkeys.transports })
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id));
  return rows.map(({ id, transports }) => ({ id, transports: transports as AuthenticatorTransport[] }));
};

/** Throws 422 when the user has ten passkeys. */
export async function creationOptions(
  deps: Deps,
  holder: Holder,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await load();
  const excludeCredentials = await credentialsOf(deps, holder.userId);
  if (excludeCredentials.length >= PASSKEYS_MAX_COUNT) throw unprocessable({ passkey: ['too_many'] });
  const [user] = await deps.db
    .select({ email: users.email, displayName: users.displayName })
    .from(users)
    .where(eq(users.id, holder.userId));
  return generateRegistrationOptions({
    rpName: product.name,
    rpID: relyingParty(deps).id,
    userName: user?.email ?? '',
    userDisplayName: user?.displayName ?? '',
    userID: new Uint8Array(Buffer.from(holder.userId)),
    challenge: new Uint8Array(await issueChallenge(deps, holder, 'add')),
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials,
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  });
}

export async function addPasskey(
  tx: TransactionDeps,
  {
    holder,
    name,
    challenge,
    response,
  }: { holder: Holder; name: string; challenge: string; response: unknown },
) {
  const { verifyRegistrationResponse } = await load();
  const party = relyingParty(tx);
  const verified = await verifyRegistrationResponse({
    response: response as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => null);
  if (!verified?.verified) throw unprocessable({ passkey: ['invalid'] });
  const { credential } = verified.registrationInfo;
  await tx.db.select({ id: users.id }).from(users).where(eq(users.id, holder.userId)).for('update');
  const [known] = await tx.db
    .select({ all: count() })
    .from(passkeys)
    .where(eq(passkeys.userId, holder.userId));
  if ((known?.all ?? 0) >= PASSKEYS_MAX_COUNT) throw unprocessable({ passkey: ['too_many'] });
  const now = tx.clock.now();
  const row = {
    id: newId(now.getTime()),
    userId: holder.userId,
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: [...(credential.transports ?? [])],
    name,
    createdAt: now,
  };
  try {
    await tx.db.insert(passkeys).values(row);
  } catch (error) {
    if (sqlState(error) === UNIQUE_VIOLATION) throw unprocessable({ passkey: ['taken'] });
    throw error;
  }
  return row;
}

export const takeCreationChallenge = (deps: Deps, holder: Holder): Promise<string | null> =>
  takeChallenge(deps, holder, 'add');

export async function requestOptions(
  deps: Deps,
  holder: Holder,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await load();
  return generateAuthenticationOptions({
    rpID: relyingParty(deps).id,
    allowCredentials: await credentialsOf(deps, holder.userId),
    challenge: new Uint8Array(await issueChallenge(deps, holder, 'prove')),
    userVerification: 'required',
  });
}

export async function takeSignature(deps: Deps, holder: Holder, response: unknown): Promise<boolean> {
  const challenge = await takeChallenge(deps, holder, 'prove');
  const credentialId = (response as { id?: unknown } | null)?.id;
  if (challenge === null || typeof credentialId !== 'string' || credentialId.length > 2048) return false;
  const [known] = await deps.db
    .select()
    .from(passkeys)
    .where(and(eq(passkeys.credentialId, credentialId), eq(passkeys.userId, holder.userId)));
  if (known === undefined) return false;
  const { verifyAuthenticationResponse } = await load();
  const party = relyingParty(deps);
  const verified = await verifyAuthenticationResponse({
    response: response as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    credential: {
      id: known.credentialId,
      publicKey: new Uint8Array(known.publicKey),
      counter: known.counter,
      transports: known.transports as AuthenticatorTransport[],
    },
  }).catch(() => null);
  if (!verified?.verified) return false;
  await deps.db
    .update(passkeys)
    .set({ counter: verified.authenticationInfo.newCounter, lastUsedAt: deps.clock.now() })
    .where(eq(passkeys.id, known.id));
  return true;
}

export async function removePasskey(
  tx: TransactionDeps,
  { userId, id }: { userId: string; id: string },
): Promise<string | null> {
  const [row] = await tx.db
    .delete(passkeys)
    .where(and(eq(passkeys.id, id), eq(passkeys.userId, userId)))
    .returning({ name: passkeys.name });
  return row?.name ?? null;
}
