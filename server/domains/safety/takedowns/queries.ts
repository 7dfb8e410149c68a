import { and, asc, desc, eq, exists, inArray, isNotNull, isNull, or, type SQL } from 'drizzle-orm';
import type { Static } from 'typebox';
import { blockStatements, episodes, stories, storyMembers, users } from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';
import { notFound } from '../../../lib/errors.ts';
import type { Viewer } from '../../../lib/viewer.ts';
import { mayDo, type Violation } from '../../platform/policy/rules.ts';
import { hasOtherAdministrator } from './appeals.ts';
import type { AdminStatement, StatementView } from './contract-shown.ts';
import { appealProblem, appealUntil, appealVersion, isContent, mayDecide } from './rules.ts';

export type StatementShown = Static<typeof StatementView>;
export type AdminStatementShown = Static<typeof AdminStatement>;
type Paging = { page: number; perPage: number };

/** Counting stops here. */
const COUNTED_MAX = 1000;

const selectStatements = ({ db }: Pick<Deps, 'db'>, viewer: Viewer) =>
  db
    .select({ statement: blockStatements, story: stories, episode: episodes, role: storyMembers.role })
    .from(blockStatements)
    .leftJoin(stories, eq(stories.id, blockStatements.storyId))
    .leftJoin(episodes, eq(episodes.id, blockStatements.subjectId))
    .leftJoin(
      storyMembers,
      and(eq(storyMembers.storyId, blockStatements.storyId), eq(storyMembers.userId, viewer.id)),
    )
    .$dynamic();

type Row = Awaited<ReturnType<typeof selectStatements>>[number];

/** Belongs to the story's present team, or to the former owner when the story is gone. */
const isTheirs = (viewer: Viewer): SQL | undefined =>
  or(isNotNull(storyMembers.role), and(isNull(stories.id), eq(blockStatements.ownerId, viewer.id)));

function present(
  { statement, story, episode, role }: Row,
  { viewer, now }: { viewer: Viewer; now: Date },
): StatementShown {
  const { appealText, appealedAt, decision, decidedAt, hidden } = statement;
  const isOwn = isContent(statement.subjectType)
    ? statement.ownerId === viewer.id
    : role !== null && mayDo(role, 'publish');
  const mayAppeal = isOwn && appealProblem(statement, now) === null;
  return {
    id: statement.id,
    number: statement.number,
    subject_type: statement.subjectType,
    subject_id: statement.subjectId,
    story: story && { id: story.id, slug: story.slug, title: story.title },
    episode: episode && { id: episode.id, number: episode.position ?? 0, title: episode.title },
    content: hidden && { text: [hidden.text, hidden.website].filter(Boolean).join('\n') },
    category: statement.category as Violation,
    ground: statement.ground,
    rule: statement.rule,
    facts: statement.facts,
    found_automatically: statement.foundAutomatically,
    reports_count: statement.reportsCount,
    created_at: statement.createdAt.toISOString(),
    ended_at: statement.endedAt?.toISOString() ?? null,
    appeal_until: appealUntil(statement.createdAt).toISOString(),
    may_appeal: mayAppeal,
    appeal: appealedAt && { text: appealText ?? '', at: appealedAt.toISOString() },
    decision: decision &&
      decidedAt && { decision, note: statement.decisionNote ?? '', at: decidedAt.toISOString() },
  };
}

/** Throws 404 unless it concerns the viewer's stories or content. */
export async function findStatement(deps: Deps, viewer: Viewer, id: string): Promise<StatementShown> {
  const [row] = await selectStatements(deps, viewer).where(and(eq(blockStatements.id, id), isTheirs(viewer)));
  if (row === undefined) throw notFound('not_found');
  return present(row, { viewer, now: deps.clock.now() });
}

/** Newest first. */
export async function listStatements(
  deps: Deps,
  viewer: Viewer,
  { page, perPage }: Paging,
): Promise<{ statements: StatementShown[]; page: number; per_page: number; total: number }> {
  const own = await deps.db
    .select({ id: storyMembers.storyId })
    .from(storyMembers)
    .where(eq(storyMembers.userId, viewer.id));
  const where = or(
    inArray(
      blockStatements.storyId,
      own.map(({ id }) => id),
    ),
    eq(blockStatements.ownerId, viewer.id),
  );
  const rows = await selectStatements(deps, viewer)
    .where(and(where, isTheirs(viewer)))
    .orderBy(desc(blockStatements.number))
    .limit(perPage)
    .offset((page - 1) * perPage);
  const total = await deps.db.$count(
    selectStatements(deps, viewer)
      .where(and(where, isTheirs(viewer)))
      .limit(COUNTED_MAX)
      .as('counted') as never,
  );
  const now = deps.clock.now();
  return { statements: rows.map((row) => present(row, { viewer, now })), page, per_page: perPage, total };
}

/** The latest statement about an episode or story, for its team. Null if there was none. */
export async function findStatementOf(
  deps: Deps,
  viewer: Viewer,
  subjectId: string,
): Promise<StatementShown | null> {
  const [row] = await selectStatements(deps, viewer)
    .where(and(eq(blockStatements.subjectId, subjectId), isTheirs(viewer)))
    .orderBy(desc(blockStatements.number))
    .limit(1);
  return row === undefined ? null : present(row, { viewer, now: deps.clock.now() });
}

/** For administrators. Throws 404. */
export async function findAppeal(deps: Deps, viewer: Viewer, id: string): Promise<AdminStatementShown> {
  const rows = await selectStatements(deps, viewer).where(eq(blockStatements.id, id));
  const [shown] = await presentForAdministrators(deps, viewer, rows);
  if (shown === undefined) throw notFound('not_found');
  return shown;
}

const isStillThere = ({ db }: Pick<Deps, 'db'>): SQL | undefined =>
  or(isStillWork({ db }), and(isNull(blockStatements.storyId), isOfSomebody({ db })));

const isOfSomebody = ({ db }: Pick<Deps, 'db'>): SQL =>
  exists(
    db
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, blockStatements.ownerId), isNull(users.erasedAt))),
  );

const isStillWork = ({ db }: Pick<Deps, 'db'>): SQL | undefined =>
  and(
    exists(
      db
        .select({ id: stories.id })
        .from(stories)
        .where(and(eq(stories.id, blockStatements.storyId), isNull(stories.deletedAt))),
    ),
    or(
      eq(blockStatements.subjectType, 'story'),
      exists(
        db
          .select({ id: episodes.id })
          .from(episodes)
          .where(and(eq(episodes.id, blockStatements.subjectId), isNull(episodes.deletedAt))),
      ),
    ),
  );

/** `total` counts at most 1,000. */
export async function listAppeals(
  deps: Deps,
  viewer: Viewer,
  { state, page, perPage }: Paging & { state: 'open' | 'decided' },
): Promise<{ appeals: AdminStatementShown[]; page: number; per_page: number; total: number }> {
  const isOpen = state === 'open';
  const where = and(
    isNotNull(blockStatements.appealedAt),
    isOpen ? isNull(blockStatements.decidedAt) : isNotNull(blockStatements.decidedAt),
    isOpen ? isNull(blockStatements.endedAt) : undefined,
    // Content erased with its owner cannot be restored, so nobody has to decide.
    isOpen ? isStillThere(deps) : undefined,
  );
  const rows = await selectStatements(deps, viewer)
    .where(where)
    .orderBy(
      isOpen ? asc(blockStatements.appealedAt) : desc(blockStatements.decidedAt),
      asc(blockStatements.number),
    )
    .limit(perPage)
    .offset((page - 1) * perPage);
  const found = deps.db.select({ id: blockStatements.id }).from(blockStatements).where(where);
  const total = await deps.db.$count(found.limit(COUNTED_MAX).as('found'));
  return { appeals: await presentForAdministrators(deps, viewer, rows), page, per_page: perPage, total };
}

async function presentForAdministrators(
  deps: Deps,
  viewer: Viewer,
  rows: readonly Row[],
): Promise<AdminStatementShown[]> {
  const ids = rows.flatMap(({ statement: { ownerId, blockedBy, decidedBy } }) => [
    ownerId,
    blockedBy,
    decidedBy,
  ]);
  const known = ids.filter((id) => id !== null);
  const people =
    known.length === 0
      ? []
      : await deps.db
          .select({ id: users.id, slug: users.slug, display_name: users.displayName })
          .from(users)
          .where(and(inArray(users.id, known), isNull(users.erasedAt)));
  const personOf = (id: string | null) => people.find((person) => person.id === id) ?? null;
  const isOnlyOne = !(await hasOtherAdministrator(deps, viewer));
  const now = deps.clock.now();
  return rows.map((row) => {
    const { blockedBy, ownerId, decidedBy } = row.statement;
    return {
      ...present(row, { viewer, now }),
      version: appealVersion(row.statement),
      owner: personOf(ownerId),
      blocked_by: personOf(blockedBy),
      decided_by: personOf(decidedBy),
      is_own: blockedBy === viewer.id,
      may_decide: mayDecide({ blockedBy, deciderId: viewer.id, isOnlyOne }),
    };
  });
}
