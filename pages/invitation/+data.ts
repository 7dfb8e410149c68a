import { translator } from '../../locales/messages.ts';
import { findOwnAccount } from '../../server/domains/accounts/accounts/queries.ts';
import { listWallCovers } from '../../server/domains/publishing/stories/covers.ts';
import {
  type FoundInvitation,
  findInvitation,
  findOwnInvitation,
} from '../../server/domains/publishing/teams/queries.ts';
import { isSameAddress } from '../../server/domains/publishing/teams/rules.ts';
import { isId } from '../../server/lib/ids.ts';
import { pageData } from '../layout/data.ts';
import type { PageRequest } from '../layout/types.ts';

/** By the token of a mail, or by the id for whom it went to and who is signed in. */
async function find({ deps, viewer, query }: PageRequest): Promise<FoundInvitation | null> {
  const [token, id] = [query.get('token'), query.get('id')];
  if (token) return findInvitation(deps, token);
  return viewer !== null && id !== null && isId(id) ? findOwnInvitation(deps, viewer, id) : null;
}

export const data = pageData(async (request) => {
  const { deps, viewer, locale, query } = request;
  const invitation = await find(request);
  const account = viewer && (await findOwnAccount(deps, viewer.id)).user;
  const mine = account !== null && invitation !== null && isSameAddress(account.email, invitation.email);
  return {
    head: { title: translator(locale, 'team')('invitation'), robots: 'noindex' as const },
    invitation,
    token: query.get('token'),
    timezone: account?.timezone ?? 'UTC',
    me: account && { email: account.email, name: account.display_name },
    /** What stands between the invitation and a yes. */
    lacks:
      account === null
        ? ('account' as const)
        : !mine
          ? ('address' as const)
          : account.email_confirmed
            ? null
            : ('confirmation' as const),
    covers: await listWallCovers(deps),
  };
});
export type Data = Awaited<ReturnType<typeof data>>;
