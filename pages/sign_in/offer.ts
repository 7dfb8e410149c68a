/** Providers beside the sign-in and sign-up forms, and the origins their policy must allow. */
import { facebookScript, offeredProviders } from '../../server/domains/accounts/providers/queries.ts';
import type { PageRequest } from '../layout/types.ts';
import type { SocialProps } from './Social.tsx';

type Offer = { social: Omit<SocialProps, 'back'>; scriptOrigins: string[] };

export function offer({ deps: { config } }: Pick<PageRequest, 'deps'>): Offer {
  const facebook = facebookScript(config);
  return {
    social: { providers: offeredProviders(config), facebook },
    // ACC-55: loaded only here, when its button is pressed.
    scriptOrigins: facebook === null ? [] : [new URL(facebook.src).origin],
  };
}
