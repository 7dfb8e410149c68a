/** `npm run coins -- grant <e-mail> <coins> <reason>`: grants coins, for the operator (decisions.md §7). */
import { GRANT_MAX_COINS, GRANT_REASON_MAX_LENGTH } from '../server/domains/coins/wallet/rules.ts';
import { grantCoinsTo } from '../server/domains/coins/wallet/service.ts';
import { type Command, runCommand } from './command.ts';

export const coinsCommand: Command = {
  name: 'coins',
  usage: `Usage: npm run coins -- grant <e-mail> <1 to ${GRANT_MAX_COINS} coins> <reason>`,
  refusals: { not_found: 'No account has this e-mail address' },
  read([command, email = '', amount = '', ...words]) {
    const coins = /^[1-9]\d{0,5}$/.test(amount) ? Number(amount) : 0;
    const reason = words.join(' ').trim();
    const isReason = reason !== '' && reason.length <= GRANT_REASON_MAX_LENGTH;
    if (command !== 'grant' || !isReason || coins < 1 || coins > GRANT_MAX_COINS) return null;
    return async (deps, say) => {
      const { balance } = await grantCoinsTo(deps, email, { coins, reason });
      say(`${email} received ${coins} coins and now has ${balance}`);
      return 0;
    };
  },
};

if (import.meta.main) await runCommand(coinsCommand);
