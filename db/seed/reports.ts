/** Writes the demo's reports: some open, two decided, and a notice. A start that finds reports adds none. */
import { and, asc, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import { type Deps, inTransaction } from '../../server/deps.ts';
import { viewerOf } from '../../server/domains/accounts/sessions/rules.ts';
import { decideReport } from '../../server/domains/safety/reports/decisions.ts';
import { lockSubject, settleQueue } from '../../server/domains/safety/reports/queue.ts';
import { reportContent } from '../../server/domains/safety/reports/service.ts';
import { findSubjects } from '../../server/domains/safety/reports/subjects.ts';
import { isAppError } from '../../server/lib/errors.ts';
import { newId } from '../../server/lib/ids.ts';
import {
  comments,
  episodes,
  illegalContentNotices,
  reportDecisions,
  stories,
  type users,
  violationReports,
} from '../schema/index.ts';

type Person = typeof users.$inferSelect;
type People = ReadonlyMap<string, Person>;
type Said = { id: string; parentId: string | null; authorId: string | null };

const SENDERS = ['reader', 'rin', 'hana'] as const;
const REASONS = [
  { category: 'other', text: 'It tells what happens next, without the fold for spoilers.' },
  { category: 'spam', text: '' },
  { category: 'harassment', text: 'The last sentence is about a person, not about the work.' },
] as const;
const ANSWERS = [
  { state: 'rejected', note: 'Harsh, but about the work' },
  { state: 'actioned', note: 'Asked its author to fold the spoiler' },
] as const;

export async function addReports(deps: Deps, people: People): Promise<void> {
  if ((await deps.db.$count(violationReports)) > 0) return;
  const senders = SENDERS.flatMap((key) => people.get(key) ?? []).filter(
    ({ deletionRequestedAt }) => deletionRequestedAt === null,
  );
  const made: number[] = [];
  // Every other comment has two reports, so that one answer can cover both.
  for (const [index, comment] of (await listSaid(deps)).entries())
    for (const [turn, sender] of senders.filter(({ id }) => id !== comment.authorId).entries()) {
      if (turn > index % 2) break;
      const number = await send(deps, sender, comment, index + turn);
      if (number !== null) made.push(number);
    }
  await decideFirst(deps, people, made);
  await addNotice(deps);
}

/** Only comments on episodes that readers can still open. Creators may have deleted a story meanwhile. */
const listSaid = ({ db }: Deps): Promise<Said[]> =>
  db
    .select({ id: comments.id, parentId: comments.parentId, authorId: comments.authorId })
    .from(comments)
    .innerJoin(stories, and(eq(stories.id, comments.storyId), isNull(stories.deletedAt)))
    .innerJoin(episodes, and(eq(episodes.id, comments.episodeId), eq(episodes.status, 'published')))
    .where(
      and(
        eq(comments.state, 'shown'),
        isNotNull(comments.authorId),
        isNull(comments.pinnedAt),
        eq(stories.published, true),
        isNull(episodes.deletedAt),
      ),
    )
    .orderBy(asc(comments.id))
    .limit(5);

async function send(deps: Deps, sender: Person, comment: Said, turn: number): Promise<number | null> {
  const viewer = viewerOf(sender, { id: '', provenAt: null }, deps.clock.now());
  const subjectType = comment.parentId === null ? 'comment' : 'reply';
  const reason = REASONS[turn % REASONS.length] ?? REASONS[0];
  try {
    const input = { subjectType, subjectId: comment.id, ...reason } as const;
    return (await reportContent(deps, { viewer, country: null, address: '127.0.0.1' }, input)).number;
  } catch (error) {
    // The comment may have been hidden or closed a moment ago.
    if (isAppError(error)) return null;
    throw error;
  }
}

/** Skips the delay before the notice, so that reporters see the outcome at once. */
async function decideFirst(deps: Deps, people: People, numbers: readonly number[]): Promise<void> {
  const administrator = people.get('admin');
  if (administrator === undefined || numbers.length < 4) return;
  const viewer = viewerOf(administrator, { id: '', provenAt: null }, deps.clock.now());
  const rows = await deps.db
    .select({ id: violationReports.id })
    .from(violationReports)
    .where(inArray(violationReports.number, numbers.slice(0, ANSWERS.length)))
    .orderBy(asc(violationReports.number));
  for (const [index, answer] of ANSWERS.entries()) {
    const id = rows[index]?.id;
    if (id === undefined) continue;
    const { decision } = await decideReport(deps, viewer, id, { ...answer, similar: false, hide: false });
    await deps.db
      .update(reportDecisions)
      .set({ tellAt: deps.clock.now() })
      .where(eq(reportDecisions.id, decision.id));
  }
}

/** The sender has no address: the demo sends no mail. */
async function addNotice(deps: Deps): Promise<void> {
  const [story] = await deps.db
    .select()
    .from(stories)
    .where(and(eq(stories.published, true), isNull(stories.deletedAt)))
    .orderBy(asc(stories.id))
    .limit(1);
  if (story === undefined) return;
  const createdAt = deps.clock.now();
  const subject = { subjectType: 'story', subjectId: story.id } as const;
  const [known] = await findSubjects(deps, 'story', [story.id]);
  await inTransaction(deps, async (tx) => {
    const noticeId = newId(createdAt.getTime());
    const text = 'The figure on the cover is my drawing of 2023; the sketch of it is on my page.';
    const addresses = [new URL(`/stories/${story.slug}`, deps.config.BASE_URL).href];
    await tx.db.insert(illegalContentNotices).values({
      id: noticeId,
      name: 'Noa Berg',
      text,
      addresses,
      ground: 'copyright',
      locale: 'en',
      createdAt,
    });
    await lockSubject(tx, story.id);
    await tx.db.insert(violationReports).values({
      id: newId(createdAt.getTime()),
      noticeId,
      ...subject,
      storyId: story.id,
      personId: story.ownerId,
      snapshot: known?.text ?? '',
      category: 'copyright',
      createdAt,
    });
    await settleQueue(tx, subject);
  });
}
