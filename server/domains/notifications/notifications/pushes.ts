/** Owns `push_messages`, which wait to be sent to devices. Rows contain ids. Texts are written when sent. */

import { and, asc, eq, gt, isNull, lte, or, sql } from 'drizzle-orm';
import { pushMessages, pushSubscriptions, users } from '#db/schema/index.ts';
import type { Deps, TransactionDeps } from '../../../deps.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../../lib/durations.ts';
import { newId } from '../../../lib/ids.ts';
import { localeOr } from '../../../lib/locale.ts';
import { record } from '../../../outbox/record.ts';
import { standingOf } from '../../accounts/sessions/rules.ts';
import { pushPlanned } from '../events.ts';
import { noteAnswer } from './devices.ts';
import type { PushAnswer } from './push-service.ts';
import { pushService } from './push-service.ts';
import { type Asking, countUnread, findNotice } from './queries.ts';
import { pushPauseMs, urgencyOf } from './rules.ts';

const BATCH_COUNT = 64;
const AT_ONCE_COUNT = 16;
/** How long a message stays reserved for a process that died. */
const LEASE_MS = 2 * MINUTE_MS;
const TTL_SECONDS = DAY_MS / SECOND_MS;

/** Part of the transaction that notifies: one message per device. */
export async function planPushes(
  tx: TransactionDeps,
  told: readonly { id: string; userId: string }[],
): Promise<void> {
  if (told.length === 0) return;
  const [ids, userIds] = [told.map(({ id }) => id), told.map(({ userId }) => userId)];
  const planned = await tx.db.execute(sql`
    insert into ${pushMessages} (subscription_id, notification_id, due_at)
    select s.id, n.id, ${tx.clock.now().toISOString()}::timestamptz
    from unnest(${sql.param(ids)}::uuid[], ${sql.param(userIds)}::uuid[]) as n (id, user_id)
    join push_subscriptions s on s.user_id = n.user_id
    order by s.id
    on conflict (subscription_id, notification_id) do update set due_at = excluded.due_at, attempts = 0`);
  if ((planned.rowCount ?? 0) > 0) await record(tx, pushPlanned, { turn: newId() });
}

/** A job and a sweep, in any number of processes: each takes different due messages. */
export async function sendPushes(deps: Deps): Promise<void> {
  for (;;) {
    const taken = await takeDue(deps);
    const queue = [...taken];
    const send = async (): Promise<void> => {
      for (let next = queue.pop(); next !== undefined; next = queue.pop()) await deliver(deps, next);
    };
    // Waits for all of them even if one fails, so that none is sent unobserved.
    const ends = await Promise.allSettled(Array.from({ length: AT_ONCE_COUNT }, send));
    const failed = ends.find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') throw failed.reason;
    if (taken.length < BATCH_COUNT) return;
  }
}

type Taken = { subscriptionId: string; notificationId: string; attempts: number };

async function takeDue(deps: Deps): Promise<Taken[]> {
  const now = deps.clock.now();
  const due = deps.db
    .select({ device: pushMessages.subscriptionId, notification: pushMessages.notificationId })
    .from(pushMessages)
    .innerJoin(pushSubscriptions, eq(pushSubscriptions.id, pushMessages.subscriptionId))
    .where(
      and(
        lte(pushMessages.dueAt, now),
        or(isNull(pushSubscriptions.pausedUntil), lte(pushSubscriptions.pausedUntil, now)),
      ),
    )
    .orderBy(asc(pushMessages.dueAt))
    .limit(BATCH_COUNT)
    .for('update', { of: pushMessages, skipLocked: true });
  return deps.db
    .update(pushMessages)
    .set({ dueAt: new Date(now.getTime() + LEASE_MS), attempts: sql`${pushMessages.attempts} + 1` })
    .where(sql`(${pushMessages.subscriptionId}, ${pushMessages.notificationId}) in ${due}`)
    .returning({
      subscriptionId: pushMessages.subscriptionId,
      notificationId: pushMessages.notificationId,
      attempts: pushMessages.attempts,
    });
}

/** Skips notifications that were read, removed or closed meanwhile, and users who may not sign in. */
async function deliver(deps: Deps, { subscriptionId, notificationId, attempts }: Taken): Promise<void> {
  const isIt = and(
    eq(pushMessages.subscriptionId, subscriptionId),
    eq(pushMessages.notificationId, notificationId),
  );
  const [found] = await deps.db
    .select({ device: pushSubscriptions, user: users })
    .from(pushSubscriptions)
    .innerJoin(users, eq(users.id, pushSubscriptions.userId))
    .where(
      and(
        eq(pushSubscriptions.id, subscriptionId),
        isNull(users.lockedAt),
        isNull(users.deletionRequestedAt),
        isNull(users.erasedAt),
      ),
    );
  const asking = found && askingOf(found);
  const notice = asking && (await findNotice(deps, asking, notificationId));
  if (!asking || !notice) return void (await deps.db.delete(pushMessages).where(isIt));
  const answer: PushAnswer = await pushService.of(deps).send(found.device, {
    text: JSON.stringify({
      id: notificationId,
      title: notice.heading,
      body: notice.text,
      url: notice.url,
      icon: notice.picture,
      lang: notice.locale,
      unread: await countUnread(deps, asking),
    }),
    topic: Buffer.from(notificationId.replaceAll('-', ''), 'hex').toString('base64url'),
    urgency: urgencyOf(notice.kind),
    ttlSeconds: TTL_SECONDS,
  });
  await noteAnswer(deps, found.device, answer);
  const pauseMs = answer.outcome === 'later' ? pushPauseMs(attempts, answer.afterMs) : null;
  if (pauseMs === null) {
    // Unless it was planned again while it was sent.
    const lapsed = gt(pushMessages.attempts, 0);
    await deps.db.delete(pushMessages).where(and(isIt, lapsed));
  } else {
    const dueAt = new Date(deps.clock.now().getTime() + pauseMs);
    await deps.db.update(pushMessages).set({ dueAt }).where(isIt);
  }
}

type Found = {
  device: typeof pushSubscriptions.$inferSelect;
  user: typeof users.$inferSelect;
};

const askingOf = ({ device, user }: Found): Asking => ({
  viewer: { id: user.id, ...standingOf(user) },
  country: device.country,
  locale: localeOr(user.language),
});
