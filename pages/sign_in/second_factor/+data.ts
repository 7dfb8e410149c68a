import { translator } from '../../../locales/messages.ts';
import { findWays } from '../../../server/domains/accounts/second-factor/queries.ts';
import { TICKET_COOKIE } from '../../../server/domains/accounts/sessions/rules.ts';
import { findTicket } from '../../../server/domains/accounts/sessions/tickets.ts';
import { listWallCovers } from '../../../server/domains/publishing/stories/covers.ts';
import { product } from '../../../server/lib/product.ts';
import { address, withBack } from '../../addresses.ts';
import { elsewhere, pageData } from '../../layout/data.ts';
import { enter } from '../enter.ts';

export const data = pageData(async (request) => {
  const { deps, browser, locale, query } = request;
  const { back } = enter(request);
  const ticket = await findTicket(deps, browser?.cookies[TICKET_COOKIE]);
  if (ticket === null) {
    const said = query.get('error_notice') ?? translator(locale, 'codes')('ticket_expired');
    throw elsewhere(request, withBack(address('/sign_in', {}, { query: { error_notice: said } }), back));
  }
  const { hasApp, passkeys, recoveryCodes } = await findWays(deps, ticket.userId);
  return {
    head: { title: translator(locale, 'factor')('askTitle') },
    covers: await listWallCovers(deps),
    back,
    hasApp,
    hasPasskey: passkeys > 0,
    byRecovery: query.get('with') === 'recovery' && recoveryCodes > 0,
    hasRecovery: recoveryCodes > 0,
    proof: ticket.proof,
    supportEmail: product.supportEmail,
  };
});
export type Data = Awaited<ReturnType<typeof data>>;
