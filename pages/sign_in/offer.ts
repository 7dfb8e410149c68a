/** What sign in and sign up offer beside their forms, and what of it the policy of these two pages has to let in. */
import { facebookScript, offeredProviders } from '../../server/domains/accounts/providers/queries.ts';
import type { PageRequest } from '../layout/types.ts';
import type { SocialProps } from './Social.tsx';

type Offer = { social: Omit<SocialProps, 'back'>; scriptOrigins: string[] };

export function offer({ deps: { config } }: Pick<PageRequest, 'deps'>): Offer {
  const facebook = facebookScript(config);
  return {
    social: { providers: offeredProviders(config), facebook },
    // ACC-55: loaded here alone, and only when its button is pressed.
    scriptOrigins: facebook === null ? [] : [new URL(facebook.src).origin],
  };
}
