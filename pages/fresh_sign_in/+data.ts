import { localizedPath } from '../../locales/index.ts';
import { translator } from '../../locales/messages.ts';
import { listConnectedApps } from '../../server/domains/accounts/providers/queries.ts';
import { findWays } from '../../server/domains/accounts/second-factor/queries.ts';
import { isOn } from '../../server/domains/accounts/second-factor/rules.ts';
import { product } from '../../server/lib/product.ts';
import { redirected, viewerData } from '../layout/data.ts';
import { readBack } from '../sign_in/enter.ts';
import { offer } from '../sign_in/offer.ts';
import { goalOf } from './destination.ts';

export const data = viewerData(async (request) => {
  const { deps, viewer, locale, query } = request;
  const back = readBack(query);
  if (viewer.fresh) throw redirected(back ?? localizedPath(locale, '/settings'));
  const ways = await findWays(deps, viewer.id);
  const { social, ...offered } = offer(request);
  // Only connected accounts prove anything.
  const connected = (await listConnectedApps(deps, viewer.id)).flatMap((app) =>
    app.connected_at === null ? [] : [app.provider],
  );
  return {
    ...offered,
    social: { ...social, providers: social.providers.filter(({ provider }) => connected.includes(provider)) },
    head: { title: translator(locale, 'factor')('freshTitle', { name: viewer.displayName }) },
    name: viewer.displayName,
    back,
    goal: goalOf(back),
    hasPassword: ways.hasPassword,
    hasFactor: isOn(ways),
    hasApp: ways.hasApp,
    hasPasskey: ways.passkeys > 0,
    byRecovery: isOn(ways) && ways.recoveryCodes > 0 && query.get('with') === 'recovery',
    hasRecovery: ways.recoveryCodes > 0,
    supportEmail: product.supportEmail,
  };
});
export type Data = Awaited<ReturnType<typeof data>>;
