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

/** Finds by the mail's token, or by id for the signed-in recipient. */
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
