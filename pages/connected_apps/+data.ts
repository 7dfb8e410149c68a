import { translator } from '../../locales/messages.ts';
import { findOwnAccount } from '../../server/domains/accounts/accounts/queries.ts';
import { listConnectedApps } from '../../server/domains/accounts/providers/queries.ts';
import { viewerData } from '../layout/data.ts';

export const data = viewerData(async ({ deps, viewer, locale }) => {
  const { id } = viewer;
  const [{ user }, apps] = await Promise.all([findOwnAccount(deps, id), listConnectedApps(deps, id)]);
  return {
    head: { title: translator(locale, 'settings')('apps') },
    apps,
    timezone: user.timezone,
    emailConfirmed: user.email_confirmed,
  };
});
export type Data = Awaited<ReturnType<typeof data>>;
