/** Owns `illegal_content_notices`: notices from people without an account, and how long we keep their names. */
import { and, eq, gt, inArray, isNotNull, isNull, lte } from 'drizzle-orm';
import { illegalContentNotices, violationReports } from '#db/schema/index.ts';
import { type Deps, inTransaction, type TransactionDeps } from '../../../deps.ts';
import { isAppError, unprocessable } from '../../../lib/errors.ts';
import { firstIdAt, newId } from '../../../lib/ids.ts';
import type { Locale } from '../../../lib/locale.ts';
import { lockByName } from '../../../lib/locks.ts';
import { spend } from '../../../limits/allowances.ts';
import { attempt, subjects, tryAttempt } from '../../../limits/attempts.ts';
import { queueMail } from '../../platform/mail/queue.ts';
import { moderationLimits } from '../limits.ts';
import { lockSubject, settleQueue } from './queue.ts';
import { type Named, readAddresses, resolveAddresses } from './reported-address.ts';
import { checkNotice, NOTICE_KEPT_MS, type NoticeGround, SAME_NOTICE_MS } from './rules.ts';

export type NoticeInput = {
  /** One per line. */
  addresses: string;
  ground: NoticeGround;
  text: string;
  name?: string | undefined;
  email?: string | undefined;
};

export type Sender = { address: string; locale: Locale };

export type NoticeRow = typeof illegalContentNotices.$inferSelect;

/** One report per thing named, one for other addresses. Resending within a minute has no effect. Throws 422, 429. */
export async function sendNotice(deps: Deps, sender: Sender, input: NoticeInput): Promise<NoticeRow> {
  const text = input.text.trim();
  const name = input.name?.trim() || null;
  const email = input.email?.trim() || null;
  const { addresses, problems } = readAddresses(deps.config.BASE_URL, input.addresses);
  const wrong = {
    ...(problems.length > 0 ? { addresses: problems } : {}),
    ...checkNotice({ ground: input.ground, name: name ?? '', email: email ?? '' }),
  };
  if (Object.keys(wrong).length > 0) throw unprocessable(wrong);
  const same = { addresses, email, text, ground: input.ground };
  const before = await findSame(deps, same);
  if (before !== null) return before;
  const here = await attempt(deps, moderationLimits.notice, [subjects.address(sender.address)]);
  const daily = await spend(deps, { userId: null, address: sender.address }, [
    { allowance: moderationLimits.noticeDaily, amount: 1 },
  ]);
  const takeBack = () => Promise.all([here.takeBack(), daily.giveBack()]);
  try {
    // Looked up only within the limits.
    const named = await resolveAddresses(deps, addresses);
    const { notice, isNew } = await inTransaction(deps, async (tx) => {
      // The second of two concurrent notices finds the first.
      await lockByName(tx, `notices:${text}`);
      const meanwhile = await findSame(tx, same);
      if (meanwhile !== null) return { notice: meanwhile, isNew: false };
      const now = tx.clock.now();
      const [notice] = (await tx.db
        .insert(illegalContentNotices)
        .values({
          id: newId(now.getTime()),
          name,
          email,
          text,
          addresses,
          ground: input.ground,
          locale: sender.locale,
          createdAt: now,
        })
        .returning()) as [NoticeRow];
      await reportNamed(tx, notice, named);
      if (email !== null && (await mayMail(tx, email)))
        await queueMail(tx, {
          userId: null,
          kind: 'notice_received',
          to: email,
          locale: sender.locale,
          data: { noticeId: notice.id },
        });
      return { notice, isNew: true };
    });
    if (!isNew) await takeBack();
    return notice;
  } catch (error) {
    if (isAppError(error)) await takeBack();
    throw error;
  }
}

/** Prevents flooding a stranger's mailbox with receipts. The notice itself still counts. */
async function mayMail(tx: TransactionDeps, email: string): Promise<boolean> {
  // Counts only the notice that is kept. The lock lets concurrent notices see each other.
  await lockByName(tx, `notice_mails:${email}`);
  const tried = await tryAttempt(tx, moderationLimits.noticeMail, [subjects.account(email)]);
  return tried.refusedForMs === undefined;
}

async function findSame(
  deps: Pick<Deps, 'db' | 'clock'>,
  { addresses, email, text, ground }: Pick<NoticeRow, 'addresses' | 'email' | 'text' | 'ground'>,
): Promise<NoticeRow | null> {
  const [same] = await deps.db
    .select()
    .from(illegalContentNotices)
    .where(
      and(
        gt(illegalContentNotices.id, firstIdAt(new Date(deps.clock.now().getTime() - SAME_NOTICE_MS))),
        email === null ? isNull(illegalContentNotices.email) : eq(illegalContentNotices.email, email),
        eq(illegalContentNotices.ground, ground),
        eq(illegalContentNotices.text, text),
        eq(illegalContentNotices.addresses, addresses),
      ),
    )
    .limit(1);
  return same ?? null;
}

async function reportNamed(tx: TransactionDeps, notice: NoticeRow, { things, others }: Named): Promise<void> {
  const rest = { subjectType: 'address' as const, subjectId: notice.id, storyId: null, personId: null };
  const all = [...things, ...(others.length > 0 ? [{ ...rest, text: others.join('\n') }] : [])];
  // Sorted, so that two notices cannot deadlock.
  all.sort((one, other) => (one.subjectId < other.subjectId ? -1 : 1));
  for (const { text: snapshot, ...subject } of all) {
    await lockSubject(tx, subject.subjectId);
    await tx.db.insert(violationReports).values({
      id: newId(notice.createdAt.getTime()),
      noticeId: notice.id,
      ...subject,
      snapshot,
      category: notice.ground,
      createdAt: notice.createdAt,
    });
    await settleQueue(tx, subject);
  }
}

const ERASED_AT_ONCE = 500;

/** Keeps the kind of the notice and its outcome. */
export async function eraseNotifiers(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  const { closedAt, erasedAt, id } = illegalContentNotices;
  for (;;) {
    const due = await deps.db
      .select({ id })
      .from(illegalContentNotices)
      .where(
        and(isNull(erasedAt), isNotNull(closedAt), lte(closedAt, new Date(now.getTime() - NOTICE_KEPT_MS))),
      )
      .limit(ERASED_AT_ONCE);
    if (due.length === 0) return;
    await deps.db
      .update(illegalContentNotices)
      .set({ name: null, email: null, text: '', erasedAt: now })
      .where(
        inArray(
          id,
          due.map((notice) => notice.id),
        ),
      );
  }
}
