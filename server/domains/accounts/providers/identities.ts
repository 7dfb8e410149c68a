/** Owns `identities`: provider accounts connected to our accounts. */
import { and, eq } from 'drizzle-orm';
import { sqlState, UNIQUE_VIOLATION } from '#db/client.ts';
import { identities, socialCodes, users } from '#db/schema/index.ts';
import { type Deps, inTransaction } from '../../../deps.ts';
import { notFound, unprocessable } from '../../../lib/errors.ts';
import { newId } from '../../../lib/ids.ts';
import { logSecurity } from '../../../process/security-log.ts';
import { giveNotice } from '../second-factor/notices.ts';
import { refusal } from './providers/index.ts';
import { isOffered } from './queries.ts';
import { canDisconnect, type Facts, LABELS, type Person, type Provider } from './rules.ts';

type Known = Pick<Facts, 'identityOwner' | 'viewerConfirmed' | 'viewerHasProvider' | 'emailOwner'>;

export async function findKnown(
  deps: Deps,
  { provider, person, viewerId }: { provider: Provider; person: Person; viewerId: string | null },
): Promise<Known> {
  const { db } = deps;
  const [identity] = await db
    .select({ userId: identities.userId })
    .from(identities)
    .where(and(eq(identities.provider, provider), eq(identities.subject, person.subject)));
  const [owner] =
    person.email === null
      ? []
      : await db
          .select({ id: users.id, confirmedAt: users.emailConfirmedAt })
          .from(users)
          .where(eq(users.email, person.email));
  const hasProvider = async (userId: string | null | undefined): Promise<boolean> => {
    if (userId === null || userId === undefined) return false;
    const rows = await db
      .select({ id: identities.id })
      .from(identities)
      .where(and(eq(identities.userId, userId), eq(identities.provider, provider)));
    return rows.length > 0;
  };
  const [viewer] =
    viewerId === null
      ? []
      : await db.select({ confirmedAt: users.emailConfirmedAt }).from(users).where(eq(users.id, viewerId));
  return {
    identityOwner: identity?.userId ?? null,
    viewerConfirmed: viewer !== undefined && viewer.confirmedAt !== null,
    viewerHasProvider: await hasProvider(viewerId),
    emailOwner:
      owner === undefined
        ? null
        : {
            id: owner.id,
            emailConfirmed: owner.confirmedAt !== null,
            hasProvider: await hasProvider(owner.id),
          },
  };
}

/** Throws 409 when another request has taken the subject or the user's slot for this provider. */
export async function addIdentity(
  deps: Deps,
  identity: { userId: string; provider: Provider; subject: string; email: string | null },
): Promise<void> {
  const now = deps.clock.now();
  try {
    await deps.db.insert(identities).values({ ...identity, id: newId(now.getTime()), createdAt: now });
    logSecurity(deps, 'connection_made', { userId: identity.userId, provider: identity.provider });
  } catch (error) {
    if (sqlState(error) === UNIQUE_VIOLATION) throw refusal('social_identity_taken', identity.provider);
    throw error;
  }
}

/** Notifies the owner by mail. Throws 404 when not connected, 422 for the last way into the account. */
export async function disconnect(
  deps: Deps,
  { userId, provider, userAgent }: { userId: string; provider: Provider; userAgent: string },
): Promise<void> {
  await inTransaction(deps, async (tx) => {
    // Locks the user's row: two requests at once could otherwise remove the last two ways in.
    const [user] = await tx.db
      .select({ passwordHash: users.passwordHash })
      .from(users)
      .where(eq(users.id, userId))
      .for('update');
    const rows = await tx.db.select().from(identities).where(eq(identities.userId, userId));
    const row = rows.find((each) => each.provider === provider);
    if (row === undefined || user === undefined) throw notFound('not_found');
    const others = rows.filter((each) => each !== row && isOffered(deps.config, each.provider)).length;
    if (!canDisconnect({ hasPassword: user.passwordHash !== null, others })) {
      throw unprocessable({}, 'social_last_way_in');
    }
    await tx.db.delete(identities).where(eq(identities.id, row.id));
    // Revokes sign-ins that are on their way back from the provider.
    await tx.db
      .delete(socialCodes)
      .where(and(eq(socialCodes.userId, userId), eq(socialCodes.provider, provider)));
    await giveNotice(tx, {
      userId,
      deed: 'provider_disconnected',
      userAgent,
      provider: LABELS[provider],
    });
    logSecurity(tx, 'connection_removed', { userId, provider });
  });
}
