/** System notices about teams, releases and decisions. Each may run twice, and no setting turns them off. */
import { and, desc, eq, isNotNull, isNull } from 'drizzle-orm';
import {
  adminActions,
  blockStatements,
  episodeEvents,
  episodes,
  payouts,
  stories,
  storyInvitations,
  storyMembers,
  unlocks,
  users,
  violationReports,
} from '#db/schema/index.ts';
import { formatMoney, formatNumber } from '#locales/index.ts';
import { type Deps, inTransaction } from '../../../deps.ts';
import type { ReturnCause } from '../../coins/events.ts';
import { dollars } from '../../income/earnings/rules.ts';
import { isContent } from '../../safety/takedowns/rules.ts';
import { type News, notify } from './notify.ts';

const SILENT = { episodeId: null, actorId: null };

/** The address may belong to no account. A mail was sent anyway. */
export async function notifyOfInvitation(deps: Deps, invitationId: string): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const [found] = await tx.db
      .select({ userId: users.id, storyId: storyInvitations.storyId })
      .from(storyInvitations)
      .innerJoin(users, eq(users.email, storyInvitations.email))
      .where(and(eq(storyInvitations.id, invitationId), isNotNull(users.emailConfirmedAt)));
    if (found === undefined) return;
    const { userId, storyId } = found;
    const key = `team_invited:${storyId}`;
    await notify(tx, [userId], { kind: 'team_invited', key, storyId, subjectId: invitationId, ...SILENT });
  });
}

type Membership = { storyId: string; userId: string };

export async function notifyOfMember(deps: Deps, { storyId, userId }: Membership): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const ownerId = await findOwner(tx, storyId);
    if (ownerId === null || ownerId === userId) return;
    const key = `team_joined:${storyId}`;
    await notify(tx, [ownerId], { kind: 'team_joined', key, storyId, subjectId: userId, ...SILENT });
  });
}

export async function notifyOfRole(deps: Deps, member: Membership & { deed: string }): Promise<void> {
  const { storyId, userId, deed: subjectId } = member;
  await inTransaction(deps, async (tx) => {
    const [row] = await tx.db
      .select({ role: storyMembers.role })
      .from(storyMembers)
      .where(and(eq(storyMembers.storyId, storyId), eq(storyMembers.userId, userId)));
    // A removed member gets the notice of removal instead.
    if (row === undefined) return;
    const news = { kind: 'team_role', key: `team_role:${storyId}`, storyId, subjectId, ...SILENT } as const;
    await notify(tx, [userId], { ...news, details: { role: row.role } });
  });
}

export async function notifyOfRemoval(deps: Deps, member: Membership & { deed: string }): Promise<void> {
  const { storyId, userId, deed: subjectId } = member;
  const key = `team_removed:${storyId}`;
  await inTransaction(deps, (tx) =>
    notify(tx, [userId], { kind: 'team_removed', key, storyId, subjectId, ...SILENT }),
  );
}

export async function notifyOfCalledOff(
  deps: Deps,
  { episodeId, deed }: { episodeId: string; deed: string },
): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const [receipt] = await tx.db
      .select({ missing: episodeEvents.note, storyId: episodes.storyId })
      .from(episodeEvents)
      .innerJoin(episodes, eq(episodes.id, episodeEvents.episodeId))
      .where(and(eq(episodeEvents.episodeId, episodeId), eq(episodeEvents.event, 'due_not_ready')))
      .orderBy(desc(episodeEvents.id))
      .limit(1);
    const ownerId = receipt && (await findOwner(tx, receipt.storyId));
    if (!ownerId) return;
    const news: News = {
      ...{ kind: 'called_off', key: `called_off:${episodeId}`, storyId: receipt.storyId, episodeId },
      subjectId: deed,
      actorId: null,
      details: { missing: receipt.missing ?? '' },
    };
    await notify(tx, [ownerId], news);
  });
}

/** Notifies the reporter by the report's number, because its subject may be hidden by now. */
export async function notifyOfReport(deps: Deps, reportId: string): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const [report] = await tx.db.select().from(violationReports).where(eq(violationReports.id, reportId));
    if (report === undefined || report.reporterId === null || report.state === 'open') return;
    const news: News = {
      ...{ kind: 'report_decided', key: `report_decided:${reportId}`, storyId: null, subjectId: reportId },
      ...{ ...SILENT, details: { outcome: report.state, reference: String(report.number) } },
    };
    await notify(tx, [report.reporterId], news);
  });
}

/** The law demands that the creator is notified (DSA art. 17). The statement gives the reasons. */
export async function notifyOfStatement(deps: Deps, statementId: string): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const [statement] = await tx.db.select().from(blockStatements).where(eq(blockStatements.id, statementId));
    if (statement === undefined) return;
    await notify(tx, [statement.ownerId], aboutBlock('blocked', statement));
  });
}

export async function notifyOfAppeal(deps: Deps, statementId: string): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const [statement] = await tx.db.select().from(blockStatements).where(eq(blockStatements.id, statementId));
    if (!statement?.decision) return;
    const news = aboutBlock('appeal_decided', statement);
    const details = { ...news.details, outcome: statement.decision };
    await notify(tx, [statement.ownerId], { ...news, details });
  });
}

/** Either nobody objected, or the objection was rejected earlier. */
export async function notifyOfLift(deps: Deps, statementId: string): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const [statement] = await tx.db.select().from(blockStatements).where(eq(blockStatements.id, statementId));
    if (statement?.endedAt) await notify(tx, [statement.ownerId], aboutBlock('unblocked', statement));
  });
}

type Deed = { userId: string; deed: string };

/** The administration log states the right, and whether it was granted. */
export async function notifyOfRight(
  deps: Deps,
  { userId, deed: subjectId, number }: Deed & { number: number },
): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const [action] = await tx.db
      .select({ deed: adminActions.deed, details: adminActions.details })
      .from(adminActions)
      .where(eq(adminActions.number, number));
    if (action === undefined) return;
    const right = action.deed.replace('_changed', '');
    const details = { right, change: action.details.to === true ? 'granted' : 'revoked' };
    const news = { kind: 'right_changed', key: `right_changed:${right}`, storyId: null } as const;
    await notify(tx, [userId], { ...news, subjectId, details, ...SILENT });
  });
}

export async function notifyOfFactorReset(deps: Deps, { userId, deed: subjectId }: Deed): Promise<void> {
  const news = { kind: 'factor_reset', key: 'factor_reset', storyId: null } as const;
  await inTransaction(deps, (tx) => notify(tx, [userId], { ...news, subjectId, ...SILENT }));
}

/** Each step is a notification of its own, so that earlier steps stay readable. */
export async function notifyOfPayout(
  deps: Deps,
  { payoutId, step }: { payoutId: string; step: string },
): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const [payout] = await tx.db.select().from(payouts).where(eq(payouts.id, payoutId));
    if (payout === undefined) return;
    const news = { kind: 'payout', key: `payout:${payoutId}:${step}`, storyId: null } as const;
    const details = { step, amount: formatMoney(dollars(payout.cents)) };
    await notify(tx, [payout.userId], { ...news, subjectId: payoutId, details, ...SILENT });
  });
}

/** The unlocked episode may be gone. The notification then names its story, if that still exists. */
export async function notifyOfReturn(
  deps: Deps,
  {
    unlockId,
    coins,
    episodes: count,
    cause,
  }: { unlockId: string; coins: number; episodes: number; cause: ReturnCause },
): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const [unlock] = await tx.db.select().from(unlocks).where(eq(unlocks.id, unlockId));
    if (unlock === undefined) return;
    const { readerId, storyId } = unlock;
    const news = { kind: 'coins_returned', key: `coins_returned:${unlockId}`, storyId } as const;
    const details = { coins: String(coins), amount: formatNumber(coins), cause };
    const episodeId = count === 1 ? unlock.episodeId : null;
    await notify(tx, [readerId], { ...news, episodeId, subjectId: unlockId, actorId: null, details });
  });
}

const aboutBlock = (
  kind: 'blocked' | 'unblocked' | 'appeal_decided',
  { id, storyId, subjectId, subjectType }: typeof blockStatements.$inferSelect,
): News => ({
  ...{ kind, key: `${kind}:${id}`, storyId, subjectId: id, actorId: null },
  episodeId: subjectType === 'episode' ? subjectId : null,
  ...(isContent(subjectType) ? { details: { content: subjectType } } : {}),
});

async function findOwner(deps: Pick<Deps, 'db'>, storyId: string): Promise<string | null> {
  const [story] = await deps.db
    .select({ ownerId: stories.ownerId })
    .from(stories)
    .where(and(eq(stories.id, storyId), isNull(stories.deletedAt)));
  return story?.ownerId ?? null;
}
