import { translator } from '../../locales/messages.ts';
import { readUnsubscribeToken } from '../../server/domains/notifications/digests.ts';
import { pageData } from '../layout/data.ts';

/** Nothing ends by looking at the page: programs open links before people do. */
export const data = pageData(({ deps, locale, query }) => {
  const token = query.get('token') ?? '';
  readUnsubscribeToken(deps, token);
  return {
    head: { title: translator(locale, 'unsubscribe')('title'), robots: 'noindex' as const },
    token,
  };
});
export type Data = Awaited<ReturnType<typeof data>>;
