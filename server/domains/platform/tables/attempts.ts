import { inArray } from 'drizzle-orm';
import { signInFailures as attempts } from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';

export async function addAttempts(
  { db }: Pick<Deps, 'db'>,
  rows: readonly (typeof attempts.$inferInsert)[],
): Promise<void> {
  await db.insert(attempts).values([...rows]);
}

export async function forgetAttempts({ db }: Pick<Deps, 'db'>, ids: readonly string[]): Promise<void> {
  await db.delete(attempts).where(inArray(attempts.id, [...ids]));
}
