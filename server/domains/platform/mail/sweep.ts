import { lt } from 'drizzle-orm';
import { mails, mailTokens } from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';
import { DAY_MS } from '../../../lib/durations.ts';

/** Long enough to answer questions about a missing mail. */
export const MAILS_KEPT_MS = 30 * DAY_MS;
/** An expired link behaves like an unknown one, so its row serves no purpose. */
export const TOKENS_KEPT_MS = DAY_MS;

export async function deleteOldMails(deps: Deps): Promise<void> {
  const before = (ms: number): Date => new Date(deps.clock.now().getTime() - ms);
  await deps.db.delete(mails).where(lt(mails.createdAt, before(MAILS_KEPT_MS)));
  await deps.db.delete(mailTokens).where(lt(mailTokens.expiresAt, before(TOKENS_KEPT_MS)));
}
