import type { SQL } from 'drizzle-orm';
import { users } from '../../db/schema/index.ts';
import type { TestApp } from './app.ts';

export async function findUser(app: TestApp, where: SQL): Promise<typeof users.$inferSelect> {
  const [row] = await app.deps.db.select().from(users).where(where);
  if (row === undefined) throw new Error('no such account');
  return row;
}
