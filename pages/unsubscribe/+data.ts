import { translator } from '../../locales/messages.ts';
import { isUnsubscribeToken } from '../../server/domains/notifications/notifications/digests.ts';
import { pageData } from '../layout/data.ts';

/** Viewing the page changes nothing, since programs open links before people do. */
export const data = pageData(({ deps, locale, query }) => {
  const sent = query.get('token');
  const token = sent !== null && isUnsubscribeToken(deps, sent) ? sent : null;
  return {
    head: { title: translator(locale, 'unsubscribe')('title'), robots: 'noindex' as const },
    token,
  };
});
export type Data = Awaited<ReturnType<typeof data>>;
