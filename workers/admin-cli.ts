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
    not_found: 'No account has this e-mail address',
    email_unconfirmed: 'This e-mail address is not confirmed: the account may belong to a stranger',
    last_administrator: `This is the last administrator: grant another one first, or add ${LAST}`,
  },
  read([command, email = '', flag, ...rest]) {
    if (rest.length > 0 || (flag !== undefined && !(command === 'revoke' && flag === LAST))) return null;
    if (command === 'list') return email === '' ? list : null;
    if (email === '') return null;
    if (command === 'grant')
      return async (deps, say) => {
        const { isNew, hasFactor } = await grantAdministration(deps, email);
        say(`${email} ${isNew ? 'is now an administrator' : 'is already an administrator'}`);
        if (!hasFactor) say('Administration opens once they switch on a second factor');
        return 0;
      };
    if (command === 'revoke')
      return async (deps, say) => {
        const was = await revokeAdministration(deps, email, { last: flag === LAST });
        say(
          `${email} ${was ? 'is no longer an administrator and is signed out everywhere' : 'is not an administrator'}`,
        );
        return 0;
      };
    if (command === 'reset-factor')
      return async (deps, say) => {
        const was = await resetSecondFactor(deps, email);
        say(
          was
            ? `${email} now signs in with the password only and is signed out everywhere`
            : `${email} has no second factor`,
        );
        return 0;
      };
    return null;
  },
};

const list: Deed = async (deps, say) => {
  const all = await listAdministrators(deps);
  if (all.length === 0) say('No administrators yet');
  for (const { email, displayName, hasFactor } of all)
    say(`${email}\t${displayName}\t${hasFactor ? 'second factor on' : 'no second factor yet'}`);
  return 0;
};

if (import.meta.main) await runCommand(adminCommand);
