/** `npm run admin`: grants and revokes administration, and resets a lost second factor, for the operator. */
import {
  grantAdministration,
  listAdministrators,
  resetSecondFactor,
  revokeAdministration,
} from '../server/domains/accounts/second-factor/administrators.ts';
import { type Command, type Deed, runCommand } from './command.ts';

const LAST = '--last';

export const adminCommand: Command = {
  name: 'admin',
  usage: `Usage: npm run admin -- grant <e-mail> | revoke <e-mail> [${LAST}] | reset-factor <e-mail> | list`,
  refusals: {
    not_found: 'There is no account with this e-mail',
    email_unconfirmed: 'Nobody has confirmed this e-mail yet: its account may be a stranger’s',
    last_administrator: `This is the last administrator: grant somebody else first, or add ${LAST}`,
  },
  read([command, email = '', flag, ...rest]) {
    if (rest.length > 0 || (flag !== undefined && !(command === 'revoke' && flag === LAST))) return null;
    if (command === 'list') return email === '' ? list : null;
    if (email === '') return null;
    if (command === 'grant')
      return async (deps, say) => {
        const { isNew, hasFactor } = await grantAdministration(deps, email);
        say(`${email} ${isNew ? 'is an administrator now' : 'is an administrator already'}`);
        if (!hasFactor) say('Administration opens to them once they have switched on a second factor');
        return 0;
      };
    if (command === 'revoke')
      return async (deps, say) => {
        const was = await revokeAdministration(deps, email, { last: flag === LAST });
        say(
          `${email} ${was ? 'is no administrator any more, and signed out everywhere' : 'is no administrator'}`,
        );
        return 0;
      };
    if (command === 'reset-factor')
      return async (deps, say) => {
        const was = await resetSecondFactor(deps, email);
        say(
          was
            ? `${email} signs in by password alone now, and is signed out everywhere`
            : `${email} has no second factor`,
        );
        return 0;
      };
    return null;
  },
};

const list: Deed = async (deps, say) => {
  const all = await listAdministrators(deps);
  if (all.length === 0) say('There is no administrator yet');
  for (const { email, displayName, hasFactor } of all)
    say(`${email}\t${displayName}\t${hasFactor ? 'second factor on' : 'no second factor yet'}`);
  return 0;
};

if (import.meta.main) await runCommand(adminCommand);
