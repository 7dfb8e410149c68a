import { lt } from 'drizzle-orm';
import { confirmedDevices, signInTickets, sessions as sessionRows } from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';
import { defineDomain, SELDOM_MS } from '../../define.ts';
import { sessionsContract } from './contract.ts';
import { deviceNew } from './events.ts';
import { sessionLimits } from './limits.ts';
import { sessionMails } from './mails.ts';
import { collectSessions, eraseSessions } from './personal.ts';
import { sessionsRoutes } from './routes.ts';

async function deleteExpiredSessions({ db, clock }: Deps): Promise<void> {
  for (const each of [sessionRows, signInTickets, confirmedDevices])
    await db.delete(each).where(lt(each.expiresAt, clock.now()));
}

export const sessions = defineDomain({
  name: 'sessions',
  contract: sessionsContract,
  routes: sessionsRoutes,
  tables: [sessionRows, signInTickets, confirmedDevices],
  events: [deviceNew],
  sweeps: [
    {
      name: 'sessions.delete_expired',
      everyMs: SELDOM_MS,
      run: deleteExpiredSessions,
    },
  ],
  limits: sessionLimits,
  mails: sessionMails,
  personal: {
    columns: {
      'sessions.user_id': 'erased',
      'sign_in_tickets.user_id': 'erased',
      'confirmed_devices.user_id': 'erased',
    },
    collect: collectSessions,
    erase: eraseSessions,
  },
});
