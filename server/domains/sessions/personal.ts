import { eq } from 'drizzle-orm';
import { sessions } from '../../../db/schema/index.ts';
import type { Deps, TransactionDeps } from '../../deps.ts';
import type { Person } from '../privacy/personal.ts';
import { endSessions } from './service.ts';

export async function collectSessions(deps: Deps, { id }: Person) {
  const rows = await deps.db
    .select({
      id: sessions.id,
      userAgent: sessions.userAgent,
      createdAt: sessions.createdAt,
      lastUsedAt: sessions.lastUsedAt,
      expiresAt: sessions.expiresAt,
    })
    .from(sessions)
    .where(eq(sessions.userId, id));
  return { files: { sessions: rows } };
}

export const eraseSessions = (tx: TransactionDeps, { id }: Person): Promise<void> => endSessions(tx, id);
