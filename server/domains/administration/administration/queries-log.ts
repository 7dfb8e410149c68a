import { and, desc, eq, inArray, isNull, lt } from 'drizzle-orm';
import type { Static } from 'typebox';
import { adminActions, users } from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';
import { toCsv } from '../../../lib/csv.ts';
import type { AdminActionName } from '../../platform/audit/rules.ts';
import type { AdminAction } from './contract.ts';

export type ActionView = Static<typeof AdminAction>;
export type LogFilter = {
  actorId?: string | undefined;
  deed?: AdminActionName | undefined;
  subjectId?: string | undefined;
  before?: number | undefined;
};

/** Two queries. Looks up people's names, so that the log shows none for erased accounts. */
export async function listActions(
  deps: Pick<Deps, 'db'>,
  { actorId, deed, subjectId, before, most }: LogFilter & { most: number },
): Promise<{ actions: ActionView[]; next: number | null }> {
  const rows = await deps.db
    .select()
    .from(adminActions)
    .where(
      and(
        actorId === undefined ? undefined : eq(adminActions.actorId, actorId),
        deed === undefined ? undefined : eq(adminActions.deed, deed),
        subjectId === undefined ? undefined : eq(adminActions.subjectId, subjectId),
        before === undefined ? undefined : lt(adminActions.number, before),
      ),
    )
    .orderBy(desc(adminActions.number))
    .limit(most + 1);
  const shown = rows.slice(0, most);
  const names = await namesOf(
    deps,
    shown.flatMap(({ actorId, subjectType, subjectId }) => [
      actorId,
      subjectType === 'user' ? subjectId : null,
    ]),
  );
  const actions = shown.map((row) => ({
    number: row.number,
    at: row.createdAt.toISOString(),
    actor: row.actorId === null ? null : { id: row.actorId, display_name: names.get(row.actorId) ?? null },
    deed: row.deed as AdminActionName,
    subject: {
      type: row.subjectType,
      id: row.subjectId,
      name: row.subjectType === 'user' ? (names.get(row.subjectId) ?? null) : row.subjectName,
    },
    details: row.details,
    reason: row.reason,
  }));
  return { actions, next: rows.length > most ? (shown.at(-1)?.number ?? null) : null };
}

async function namesOf(
  deps: Pick<Deps, 'db'>,
  ids: readonly (string | null)[],
): Promise<Map<string, string>> {
  const known = [...new Set(ids.filter((id) => id !== null))];
  if (known.length === 0) return new Map();
  const people = await deps.db
    .select({ id: users.id, name: users.displayName })
    .from(users)
    .where(and(inArray(users.id, known), isNull(users.erasedAt)));
  return new Map(people.map(({ id, name }) => [id, name]));
}

const COLUMNS = [
  'number',
  'at',
  'actor_id',
  'actor',
  'deed',
  'subject_type',
  'subject_id',
  'subject',
  'details',
  'reason',
] as const;

export const actionsTable = (actions: readonly ActionView[]): string =>
  toCsv(
    COLUMNS,
    actions.map(({ number, at, actor, deed, subject, details, reason }) => [
      number,
      at,
      actor?.id ?? '',
      actor?.display_name ?? '',
      deed,
      subject.type,
      subject.id,
      subject.name ?? '',
      JSON.stringify(details),
      reason,
    ]),
    { mark: true },
  );

export const listAdministrators = (deps: Pick<Deps, 'db'>): Promise<{ id: string; name: string }[]> =>
  deps.db
    .select({ id: users.id, name: users.displayName })
    .from(users)
    .where(and(eq(users.administrator, true), isNull(users.erasedAt)))
    .orderBy(users.displayName, users.id)
    .limit(100);
