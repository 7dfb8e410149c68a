/** Two administrators at one thing: a change carries what its sender saw, and a refusal says who was faster and how. */
import { and, desc, eq, inArray, isNull } from 'drizzle-orm';
import { adminActions, users } from '#db/schema/index.ts';
import type { TransactionDeps } from '../../../deps.ts';
import { type AppError, conflict } from '../../../lib/errors.ts';
import type { HAPPENED } from './contract-seen.ts';
import type { AdminDeed } from './rules.ts';

export type Happened = { deed: (typeof HAPPENED)[number]; actorId: string | null; at: Date };

/** The refusal with the last deed, who did it, and when. */
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

/** Throws what `refusal` makes when the caller saw another version. Nothing is asked of a caller who names none. */
export async function requireSeen(
  { seen, version }: { seen: string | undefined; version: string },
  refusal: () => Promise<AppError>,
): Promise<void> {
  if (seen !== undefined && seen !== version) throw await refusal();
}

/** The last of these deeds on a thing, from the log. */
export async function findLastDeed(
  { db }: Pick<TransactionDeps, 'db'>,
  subjectId: string,
  deeds: readonly AdminDeed[],
): Promise<Happened | null> {
  const [row] = await db
    .select()
    .from(adminActions)
    .where(and(eq(adminActions.subjectId, subjectId), inArray(adminActions.deed, [...deeds])))
    .orderBy(desc(adminActions.number))
    .limit(1);
  return row === undefined ? null : { deed: row.deed as AdminDeed, actorId: row.actorId, at: row.createdAt };
}
