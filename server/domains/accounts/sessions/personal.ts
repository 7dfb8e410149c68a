import { eq } from 'drizzle-orm';
import { confirmedDevices, sessions, signInTickets } from '#db/schema/index.ts';
import type { Deps, TransactionDeps } from '../../../deps.ts';
import type { Person } from '../../administration/privacy/personal.ts';
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
  const devices = await deps.db
    .select({ confirmedAt: confirmedDevices.confirmedAt, expiresAt: confirmedDevices.expiresAt })
    .from(confirmedDevices)
    .where(eq(confirmedDevices.userId, id));
  return { files: { sessions: rows, confirmed_devices: devices } };
}

export async function eraseSessions(tx: TransactionDeps, { id }: Person): Promise<void> {
  await endSessions(tx, id);
  for (const table of [signInTickets, confirmedDevices])
    await tx.db.delete(table).where(eq(table.userId, id));
}
