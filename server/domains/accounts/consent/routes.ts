import type { Deps } from '../../../deps.ts';
import { utcDay } from '../../../lib/days.ts';
import { defineRoutes } from '../../../lib/mount.ts';
import { setConsentCookie } from '../../../plugins/cookies.ts';
import { findOwnAccount } from '../accounts/queries.ts';
import { isAdult } from '../accounts/rules.ts';
import { consentContract } from './contract.ts';
import { decideConsent } from './rules.ts';

export const consentRoutes = defineRoutes<typeof consentContract, Deps>(consentContract, {
  'POST /consent': async ({ deps, viewer, body, reply }) => {
    const account = viewer && (await findOwnAccount(deps, viewer.id));
    const day = utcDay(deps.clock.now());
    const isMinor = account !== null && !isAdult(account.user.date_of_birth, day);
    const consent = decideConsent(body.adverts ? ['adverts'] : [], { day, isMinor });
    setConsentCookie(reply, deps.config, consent);
    return { day: consent.day, purposes: [...consent.purposes] };
  },
});
