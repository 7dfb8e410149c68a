/**
 * Ends what somebody may have prepared who signed up with another's address, or changed theirs to it: whoever resets the
 * password reads the mail of the account, and from then on is alone in it.
 */
import type { TransactionDeps } from '../../deps.ts';
import { voidTokens } from '../mails/tokens.ts';
import type { Unproven } from '../privacy/personal.ts';

export async function dropUnproven(tx: TransactionDeps, owner: Unproven): Promise<void> {
  for (const personal of tx.house.personal) await personal.dropUnproven?.(tx, owner);
  await voidTokens(tx, owner.id, 'confirm_email');
  await voidTokens(tx, owner.id, 'download_export');
}
