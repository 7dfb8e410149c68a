import { translator } from '../../../locales/messages.ts';
import { findSentNotice } from '../../../server/domains/safety/reports/queries-decided.ts';
import { notFound } from '../../../server/lib/errors.ts';
import { isId } from '../../../server/lib/ids.ts';
import { pageData } from '../../layout/data.ts';

export const data = pageData(async ({ deps, locale, query }) => {
  const id = query.get('id') ?? '';
  if (!isId(id)) throw notFound('not_found');
  return {
    head: { title: translator(locale, 'illegalContent')('receiptTitle'), robots: 'noindex' as const },
    notice: await findSentNotice(deps, id),
  };
});
export type Data = Awaited<ReturnType<typeof data>>;
