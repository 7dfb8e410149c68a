/** Detects that two administrators changed the same thing. The refusal says who was faster and what they did. */
import { and, desc, eq, inArray, isNull } from 'drizzle-orm';
import { adminActions, users } from '#db/schema/index.ts';
import type { TransactionDeps } from '../../../deps.ts';
import { type AppError, conflict } from '../../../lib/errors.ts';
import type { HAPPENED } from './contract-seen.ts';
import type { AdminActionName } from './rules.ts';

export type Happened = { deed: (typeof HAPPENED)[number]; actorId: string | null; at: Date };

export async function overtaken(
  { db }: Pick<TransactionDeps, 'db'>,
  code: string,
  last: Happened | null,
  body: Record<string, unknown> = {},
): Promise<AppError> {
  if (last === null) return conflict(code, { body: { ...body, happened: null } });
  const { actorId, deed, at } = last;
  const [person] =
    actorId === null
      ? []
      : await db
          .select({ name: users.displayName })
          .from(users)
          .where(and(eq(users.id, actorId), isNull(users.erasedAt)));
  const name = person?.name ?? null;
  const by = actorId === null ? null : { id: actorId, display_name: name };
  return conflict(code, {
    happened: { deed, name, at },
    body: { ...body, happened: { deed, by, at: at.toISOString() } },
  });
}

/** Throws `refusal()` when the caller saw another version. Callers may omit the version. */
export async function requireSeen(
  { seen, version }: { seen: string | undefined; version: string },
  refusal: () => Promise<AppError>,
): Promise<void> {
  if (seen !== undefined && seen !== version) throw await refusal();
}

export async function findLastAction(
  { db }: Pick<TransactionDeps, 'db'>,
  subjectId: string,
  actions: readonly AdminActionName[],
): Promise<Happened | null> {
  const [row] = await db
    .select()
    .from(adminActions)
    .where(and(eq(adminActions.subjectId, subjectId), inArray(adminActions.deed, [...actions])))
    .orderBy(desc(adminActions.number))
    .limit(1);
  return row === undefined
    ? null
    : { deed: row.deed as AdminActionName, actorId: row.actorId, at: row.createdAt };
}
