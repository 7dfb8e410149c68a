import { and, asc, count, desc, eq, gt, isNull, lt } from 'drizzle-orm';
import {
  illegalContentNotices,
  type ReportState,
  reportDecisions,
  stories,
  users,
  violationReports,
} from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';
import type { ReplyOf } from '../../../lib/contract.ts';
import { notFound } from '../../../lib/errors.ts';
import type { moderationContract } from './contract.ts';
import type { NoticeRow } from './notices.ts';
import { COUNTED_MAX } from './queries.ts';
import { NOTICE_ADDRESSES_MAX_COUNT, type NoticeGround, type ReportCategory } from './rules.ts';

export type SentNotice = ReplyOf<(typeof moderationContract)['POST /illegal_content_notices']>['receipt'];

type DecisionFilter = { state: Exclude<ReportState, 'open'>; category?: ReportCategory | undefined };

const decided = ({ state, category }: DecisionFilter) =>
  and(
    eq(reportDecisions.state, state),
    isNull(reportDecisions.undoneAt),
    category === undefined ? undefined : eq(reportDecisions.category, category),
  );

/** Newest first. `next` is the id to continue after. */
export async function listDecisions(
  { db, clock }: Deps,
  filter: DecisionFilter,
  { after, perPage }: { after?: string | undefined; perPage: number },
) {
  const rows = await db
    .select({ decision: reportDecisions, story: stories.title, by: users.displayName })
    .from(reportDecisions)
    .leftJoin(stories, and(eq(stories.id, reportDecisions.storyId), isNull(stories.deletedAt)))
    .leftJoin(users, and(eq(users.id, reportDecisions.decidedBy), isNull(users.erasedAt)))
    .where(and(decided(filter), after === undefined ? undefined : lt(reportDecisions.id, after)))
    .orderBy(desc(reportDecisions.id))
    .limit(perPage + 1);
  const now = clock.now();
  const shown = rows.slice(0, perPage);
  return {
    decisions: shown.map(({ decision, story, by }) => ({
      id: decision.id,
      subjectType: decision.subjectType,
      category: decision.category as ReportCategory,
      note: decision.note,
      reportCount: decision.reportCount,
      hid: decision.hidden !== null,
      at: decision.createdAt.toISOString(),
      canUndo: decision.toldAt === null && decision.tellAt > now,
      story,
      by,
    })),
    next: rows.length > perPage ? (shown.at(-1)?.decision.id ?? null) : null,
  };
}
/** A recent decision. Null once it is undone or final. */
export async function findDecision({ db, clock }: Deps, id: string) {
  const { state, reportCount, tellAt } = reportDecisions;
  const [decision] = await db
    .select({ id: reportDecisions.id, state, reportCount })
    .from(reportDecisions)
    .where(and(eq(reportDecisions.id, id), isNull(reportDecisions.undoneAt), gt(tellAt, clock.now())));
  return decision ?? null;
}

export type ListedDecision = Awaited<ReturnType<typeof listDecisions>>['decisions'][number];

export async function countDecisions({ db }: Deps, filter: DecisionFilter): Promise<number> {
  const some = db
    .select({ id: reportDecisions.id })
    .from(reportDecisions)
    .where(decided(filter))
    .limit(COUNTED_MAX)
    .as('some');
  const [counted] = await db.select({ count: count() }).from(some);
  return counted?.count ?? 0;
}

/** Throws 404. */
export async function findSentNotice(deps: Deps, id: string): Promise<SentNotice> {
  const [row] = await deps.db.select().from(illegalContentNotices).where(eq(illegalContentNotices.id, id));
  if (row === undefined) throw notFound('not_found');
  return presentNotice(deps, row);
}

/** A decision that can still be undone does not count yet. */
export async function presentNotice(deps: Deps, notice: NoticeRow): Promise<SentNotice> {
  const rows = await deps.db
    .select()
    .from(violationReports)
    .where(eq(violationReports.noticeId, notice.id))
    .orderBy(asc(violationReports.id))
    .limit(NOTICE_ADDRESSES_MAX_COUNT);
  return {
    id: notice.id,
    number: notice.number,
    ground: notice.ground as NoticeGround,
    addresses: notice.addresses,
    created_at: notice.createdAt.toISOString(),
    outcomes: rows.map(({ subjectType, state, toldAt, decidedAt }) => ({
      subject_type: subjectType,
      state: toldAt === null ? 'open' : state,
      decided_at: toldAt === null ? null : (decidedAt?.toISOString() ?? null),
    })),
  };
}
