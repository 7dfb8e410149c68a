import { translator } from '../../locales/messages.ts';
import { findOwnAccount } from '../../server/domains/accounts/accounts/queries.ts';
import { viewerData } from '../layout/data.ts';

export const data = viewerData(async ({ deps, viewer, locale }) => {
  const { user } = await findOwnAccount(deps, viewer.id);
  return {
    head: { title: translator(locale, 'account')('changeTitle') },
    email: user.email,
    hasPassword: user.has_password,
  };
});
export type Data = Awaited<ReturnType<typeof data>>;
