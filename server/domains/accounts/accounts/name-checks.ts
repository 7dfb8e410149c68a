/** Rejects display names that imitate another person or staff, or show nothing. */
import { and, eq, exists, isNull, ne, or, sql } from 'drizzle-orm';
import { stories, users } from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';
import type { FieldProblem } from '../../../lib/errors.ts';
import { isPiledUp, lookOf, mixesAlphabets, saysSomething } from '../../../lib/names.ts';
import { isName } from './rules.ts';
import { looksLikeStaff } from './staff-names.ts';
import { areAdministrators } from './standing.ts';

/** Null when the name is fine. `ownId` is the account that wants the name, null for a new account. */
export async function findNameProblem(
  deps: Pick<Deps, 'db'>,
  name: string,
  ownId: string | null,
): Promise<FieldProblem | null> {
  if (!isName(name)) return 'invalid';
  if (!saysSomething(name)) return 'name_says_nothing';
  if (isPiledUp(name)) return 'name_piled_up';
  if (mixesAlphabets(name)) return 'name_mixes_alphabets';
  if (looksLikeStaff(name)) return 'name_like_staff';
  return (await isLookTaken(deps, name, ownId)) ? 'name_looks_taken' : null;
}

/** Ordinary readers may share a name. Names of creators and administrators must be unique. */
async function isLookTaken(
  { db }: Pick<Deps, 'db'>,
  displayName: string,
  ownId: string | null,
): Promise<boolean> {
  const publishes = exists(
    db
      .select({ id: stories.id })
      .from(stories)
      .where(and(eq(stories.ownerId, users.id), eq(stories.published, true), isNull(stories.deletedAt))),
  );
  const [other] = await db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.look, lookOf(displayName)),
        isNull(users.erasedAt),
        ownId === null ? undefined : ne(users.id, ownId),
        or(areAdministrators(), eq(users.founder, true), eq(users.publisher, true), publishes),
      ),
    )
    .limit(1);
  return other !== undefined;
}

const BATCH_SIZE = 500;

/** Fills in `users.look` for rows older than the column. */
export async function lookAtOldNames({ db }: Deps): Promise<void> {
  for (;;) {
    const rows = await db
      .select({ id: users.id, displayName: users.displayName })
      .from(users)
      .where(isNull(users.look))
      .orderBy(users.id)
      .limit(BATCH_SIZE);
    if (rows.length === 0) return;
    const looks = rows.map(
      ({ id, displayName }) => sql`(${id}::uuid, ${displayName}::text, ${lookOf(displayName)}::text)`,
    );
    // Skips users renamed meanwhile: the rename has already set the look.
    await db.execute(sql`update users set look = known.look
      from (values ${sql.join(looks, sql`, `)}) as known(id, name, look)
      where users.id = known.id and users.display_name = known.name and users.look is null`);
  }
}
