import { translator } from '#locales/messages.ts';
import { viewerData } from '#pages/layout/data.ts';
import { findOwnAccount } from '#server/domains/accounts/accounts/queries.ts';
import { findStatement } from '#server/domains/safety/takedowns/queries.ts';
import { notFound } from '#server/lib/errors.ts';
import { isId } from '#server/lib/ids.ts';

export const data = viewerData(async ({ deps, viewer, locale, params: { id = '' } }) => {
  if (!isId(id)) throw notFound('not_found');
  const statement = await findStatement(deps, viewer, id);
  const { user } = await findOwnAccount(deps, viewer.id);
  return {
    head: { title: translator(locale, 'statement')('heading', { number: statement.number }) },
    statement,
    zone: user.timezone,
  };
});
export type Data = Awaited<ReturnType<typeof data>>;
