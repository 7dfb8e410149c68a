import { translator } from '../../locales/messages.ts';
import { findOwnAccount } from '../../server/domains/accounts/accounts/queries.ts';
import { isAdult } from '../../server/domains/accounts/accounts/rules.ts';
import { CONSENT_COOKIE, isAsked, readConsent } from '../../server/domains/accounts/consent/rules.ts';
import { utcDay } from '../../server/lib/days.ts';
import { pageData } from '../layout/data.ts';

export const data = pageData(async ({ deps, viewer, locale, browser }) => {
  const account = viewer && (await findOwnAccount(deps, viewer.id));
  const today = utcDay(deps.clock.now());
  const t = translator(locale, 'cookies');
  return {
    head: { title: t('title'), description: t('lead') },
    isAsked: isAsked(deps.config),
    isMinor: account !== null && !isAdult(account.user.date_of_birth, today),
    consent: readConsent(browser?.cookies[CONSENT_COOKIE]),
  };
});
export type Data = Awaited<ReturnType<typeof data>>;
