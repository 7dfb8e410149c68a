import { lt } from 'drizzle-orm';
import { sessions as table } from '../../../db/schema/index.ts';
import { defineDomain, SELDOM_MS } from '../define.ts';
import { sessionsContract } from './contract.ts';
import { sessionLimits } from './limits.ts';
import { sessionMails } from './mails.ts';
import { collectSessions, eraseSessions } from './personal.ts';
import { sessionsRoutes } from './routes.ts';

export const sessions = defineDomain({
  name: 'sessions',
  contract: sessionsContract,
  routes: sessionsRoutes,
  tables: [table],
  sweeps: [
    {
      name: 'sessions.delete_expired',
      everyMs: SELDOM_MS,
      run: ({ db, clock }) => db.delete(table).where(lt(table.expiresAt, clock.now())),
    },
  ],
  limits: sessionLimits,
  mails: sessionMails,
  personal: { columns: { 'sessions.user_id': 'erased' }, collect: collectSessions, erase: eraseSessions },
});
