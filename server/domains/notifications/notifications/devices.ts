/** Owns `push_subscriptions`: devices that show notifications while no page of ours is open. */

import { createHash, createPublicKey } from 'node:crypto';
import { and, asc, desc, eq, inArray, ne } from 'drizzle-orm';
import { pushSubscriptions } from '#db/schema/index.ts';
import { type Deps, inTransaction, type TransactionDeps } from '../../../deps.ts';
import type { ReplyOf } from '../../../lib/contract.ts';
import { unprocessable } from '../../../lib/errors.ts';
import { newId } from '../../../lib/ids.ts';
import type { Viewer } from '../../../lib/viewer.ts';
import { attempt, subjects } from '../../../limits/attempts.ts';
import { notificationLimits } from '../limits.ts';
import type { notificationsContract } from './contract.ts';
import type { PushAnswer, PushDevice } from './push-service.ts';
import { pushService } from './push-service.ts';
import { DEVICE_FAILURES_MAX_COUNT, DEVICES_MAX_COUNT, isEndpoint } from './rules.ts';

export type DeviceView = ReplyOf<
  (typeof notificationsContract)['GET /user/push_subscriptions']
>['devices'][number];

type Row = typeof pushSubscriptions.$inferSelect;

const SECRET_BYTES = 16;
const POINT_BYTES = 65;

/** A point of the curve. Nothing can be encrypted for any other key. */
function isPoint(text: string): boolean {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length !== POINT_BYTES || bytes[0] !== 4) return false;
  const [x, y] = [bytes.subarray(1, 33), bytes.subarray(33)].map((part) => part.toString('base64url'));
  try {
    createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
    return true;
  } catch {
    return false;
  }
}

function refuseBad({ endpoint, p256dh, auth }: PushDevice): void {
  const isSecret = Buffer.from(auth, 'base64url').length === SECRET_BYTES;
  const fields = {
    ...(isEndpoint(endpoint) ? {} : { endpoint: ['invalid'] }),
    ...(isPoint(p256dh) && isSecret ? {} : { keys: ['invalid'] }),
  };
  if (Object.keys(fields).length > 0) throw unprocessable(fields);
}

const present = (row: Row, viewer: Viewer): DeviceView => ({
  id: row.id,
  service: new URL(row.endpoint).host,
  created_at: row.createdAt.toISOString(),
  current: row.sessionId === viewer.sessionId,
});

/**
 * Repeating it changes nothing. A device of another user becomes the viewer's. Beyond ten devices, the oldest is
 * removed. Throws 422 for an address or keys that no push service gives, and 429.
 */
export async function addDevice(
  deps: Deps,
  viewer: Viewer,
  { country, ...device }: PushDevice & { country: string | null },
): Promise<DeviceView> {
  refuseBad(device);
  await attempt(deps, notificationLimits.device, [subjects.user(viewer.id)]);
  if (await pushService.of(deps).leadsInwards(device.endpoint))
    throw unprocessable({ endpoint: ['invalid'] });
  return inTransaction(deps, async (tx) => {
    const now = tx.clock.now();
    const endpointHash = createHash('sha256').update(device.endpoint).digest();
    const isIt = eq(pushSubscriptions.endpointHash, endpointHash);
    const [known] = await tx.db.select().from(pushSubscriptions).where(isIt).for('update');
    // Deletes messages to its previous user with the row.
    if (known !== undefined && known.userId !== viewer.id) await tx.db.delete(pushSubscriptions).where(isIt);
    const current = { ...device, country, sessionId: viewer.sessionId, failures: 0, pausedUntil: null };
    // A browser has one address, so an older one of this session is dead.
    await tx.db
      .delete(pushSubscriptions)
      .where(
        and(
          eq(pushSubscriptions.sessionId, viewer.sessionId),
          ne(pushSubscriptions.endpointHash, endpointHash),
        ),
      );
    const [row] = await tx.db
      .insert(pushSubscriptions)
      .values({ id: newId(now.getTime()), userId: viewer.id, endpointHash, createdAt: now, ...current })
      .onConflictDoUpdate({ target: pushSubscriptions.endpointHash, set: { ...current, userId: viewer.id } })
      .returning();
    await dropOldest(tx, viewer.id);
    return present(row as Row, viewer);
  });
}

async function dropOldest(tx: TransactionDeps, userId: string): Promise<void> {
  const surplus = await tx.db
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, userId))
    .orderBy(desc(pushSubscriptions.createdAt), desc(pushSubscriptions.id))
    .offset(DEVICES_MAX_COUNT);
  const ids = surplus.map(({ id }) => id);
  if (ids.length > 0) await tx.db.delete(pushSubscriptions).where(inArray(pushSubscriptions.id, ids));
}

export async function listDevices(deps: Deps, viewer: Viewer): Promise<DeviceView[]> {
  const rows = await deps.db
    .select()
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, viewer.id))
    .orderBy(asc(pushSubscriptions.createdAt), asc(pushSubscriptions.id));
  return rows.map((row) => present(row, viewer));
}

/** Without an id, removes the device of this session. Ignores devices of others. */
export async function removeDevice(deps: Deps, viewer: Viewer, id: string | undefined): Promise<void> {
  const which =
    id === undefined ? eq(pushSubscriptions.sessionId, viewer.sessionId) : eq(pushSubscriptions.id, id);
  await deps.db.delete(pushSubscriptions).where(and(which, eq(pushSubscriptions.userId, viewer.id)));
}

/** Stores the answer of the push service. A device that has not answered for weeks is removed too. */
export async function noteAnswer(deps: Deps, device: Row, answer: PushAnswer): Promise<void> {
  const isIt = eq(pushSubscriptions.id, device.id);
  const isDead = answer.outcome === 'later' && device.failures + 1 >= DEVICE_FAILURES_MAX_COUNT;
  if (answer.outcome === 'gone' || isDead) {
    await deps.db.delete(pushSubscriptions).where(isIt);
  } else if (answer.outcome === 'later') {
    const pausedUntil = answer.afterMs > 0 ? new Date(deps.clock.now().getTime() + answer.afterMs) : null;
    await deps.db
      .update(pushSubscriptions)
      .set({ failures: device.failures + 1, pausedUntil })
      .where(isIt);
  } else if (device.failures > 0) {
    await deps.db.update(pushSubscriptions).set({ failures: 0, pausedUntil: null }).where(isIt);
  }
}
