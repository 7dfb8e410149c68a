import { translator } from '../../../locales/messages.ts';
import { findOwnAccount } from '../../../server/domains/accounts/accounts/queries.ts';
import { findPendingApp } from '../../../server/domains/accounts/second-factor/app.ts';
import { findFactors } from '../../../server/domains/accounts/second-factor/queries.ts';
import { SHOWN_COOKIE } from '../../../server/domains/accounts/second-factor/rules.ts';
import { unwrapCodes } from '../../../server/domains/accounts/second-factor/shown.ts';
import { describeDevice } from '../../../server/domains/accounts/sessions/devices.ts';
import { viewerData } from '../../layout/data.ts';
import { readBack } from '../../sign_in/enter.ts';
import { drawQrCode } from './drawing.ts';

export const data = viewerData(async ({ deps, viewer, locale, browser, query }) => {
  const [factors, pending, { user }] = await Promise.all([
    findFactors(deps, viewer.id),
    viewer.fresh ? findPendingApp(deps, viewer.id) : null,
    findOwnAccount(deps, viewer.id),
  ]);
  const { browser: name, system } = describeDevice(browser?.userAgent ?? '');
  return {
    head: { title: translator(locale, 'factor')('title') },
    factors,
    timezone: user.timezone,
    fresh: viewer.fresh,
    isAdministrator: viewer.administrator,
    back: readBack(query),
    device: [name, system].filter(Boolean).join(' · '),
    pending: pending && { secret: pending.secret, qr: drawQrCode(pending.uri) },
    shownCodes: unwrapCodes(deps, viewer.sessionId, browser?.cookies[SHOWN_COOKIE]),
  };
});
export type Data = Awaited<ReturnType<typeof data>>;
