/** Return from a social sign-in. Removes its code from the address and the page. */

import { findNewcomer, type Newcomer } from '../../server/domains/accounts/providers/newcomers.ts';
import { SOCIAL_COOKIE } from '../../server/domains/accounts/providers/rules.ts';
import { exchangeSocialCode } from '../../server/domains/accounts/providers/service.ts';
import { CONFIRMED_COOKIE } from '../../server/domains/accounts/sessions/rules.ts';
import { address, withBack } from '../addresses.ts';
import { elsewhere, redirected } from '../layout/data.ts';
import type { PageRequest } from '../layout/types.ts';
import { readBack } from './enter.ts';

/** Redeems a one-time code in the address (ACC-46, ACC-47): session, sign-up step or refusal. */
export async function returnFromProvider(request: PageRequest): Promise<void> {
  const { deps, query, locale, browser } = request;
  const code = query.get('auth_token');
  if (code === null || browser === null) return;
  const { location, session, ticket } = await exchangeSocialCode(deps, {
    code,
    provider: query.get('social_app_name'),
    browser: browser.cookies[SOCIAL_COOKIE],
    locale,
    userAgent: browser.userAgent,
    confirmedDevice: browser.cookies[CONFIRMED_COOKIE],
  });
  if (session !== null) browser.signIn(session);
  if (ticket !== undefined) browser.keepTicket(ticket);
  throw redirected(location);
}

/** The pending sign-up of this browser. Without one, redirects to sign-in with the notice. */
export async function pendingSignUp(request: PageRequest): Promise<Newcomer> {
  const { deps, query, browser } = request;
  const newcomer = await findNewcomer(deps, { browser: browser?.cookies[SOCIAL_COOKIE] });
  if (newcomer !== null) return newcomer;
  const notice = query.get('error_notice');
  const signIn = notice === null ? '/sign_in' : address('/sign_in', {}, { query: { error_notice: notice } });
  throw elsewhere(request, withBack(signIn, readBack(query)));
}
