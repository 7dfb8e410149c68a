/** Two administrators at one thing: a change carries what its sender saw, and a refusal says who was faster and how. */
import { and, desc, eq, inArray, isNull } from 'drizzle-orm';
import Type from 'typebox';
import { adminActions, users } from '../../../db/schema/index.ts';
import type { TransactionDeps } from '../../deps.ts';
import { type AppError, conflict } from '../../lib/errors.ts';
import { Id, Moment, Nullable, OneOf } from '../../lib/schemas.ts';
import { ADMIN_DEEDS, type AdminDeed } from './rules.ts';

const HAPPENED = [...ADMIN_DEEDS, 'payout_called_off'] as const;

/** In the reply of everything that a `PATCH /admin/…` changes. */
export const Version = Type.String({ description: 'send it back as `seen` with a change' });

/** In the body of every `PATCH /admin/…`. */
export const Seen = Type.Optional(
  Type.String({
    maxLength: 100,
    description: '`version` that the caller has seen; another one is refused with 409 and `happened`',
  }),
);

/** Members of the 409 of such a call. */
export const HappenedMember = {
  happened: Type.Optional(
    Nullable(
      Type.Object(
        {
          deed: OneOf(HAPPENED),
          by: Nullable(
            Type.Object(
              { id: Id, display_name: Nullable(Type.String()) },
              { description: 'null when the service did it' },
            ),
          ),
          at: Moment,
        },
        { description: 'what happened meanwhile, where it is known' },
      ),
    ),
  ),
};

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
