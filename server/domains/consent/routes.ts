import type { Deps } from '../../deps.ts';
import { utcDay } from '../../lib/days.ts';
import { defineRoutes } from '../../lib/mount.ts';
import { setConsentCookie } from '../../plugins/cookies.ts';
import { findOwnAccount } from '../accounts/queries.ts';
import { consentContract } from './contract.ts';
import { decideConsent } from './rules.ts';

export const consentRoutes = defineRoutes<typeof consentContract, Deps>(consentContract, {
  'POST /consent': async ({ deps, viewer, body, reply }) => {
    const account = viewer && (await findOwnAccount(deps, viewer.id));
    const consent = decideConsent(body.adverts ? ['adverts'] : [], {
      day: utcDay(deps.clock.now()),
      dateOfBirth: account?.user.date_of_birth ?? null,
    });
    setConsentCookie(reply, deps.config, consent);
    return { day: consent.day, purposes: [...consent.purposes] };
  },
});
