/** Collects every domain's calls. `Api` is all that an island may know of the server. */
import type { Deps } from './deps.ts';
import { accountsContract } from './domains/accounts/contract.ts';
import { accountsRoutes } from './domains/accounts/routes.ts';
import { earningsContract } from './domains/earnings/contract.ts';
import { earningsRoutes } from './domains/earnings/routes.ts';
import { episodesContract } from './domains/episodes/contract.ts';
import { episodesRoutes } from './domains/episodes/routes.ts';
import { geoContract } from './domains/geo/contract.ts';
import { geoRoutes } from './domains/geo/routes.ts';
import { mediaContract } from './domains/media/contract.ts';
import { mediaRoutes } from './domains/media/routes.ts';
import { novelsContract } from './domains/novels/contract.ts';
import { novelsRoutes } from './domains/novels/routes.ts';
import { pricingContract } from './domains/pricing/contract.ts';
import { pricingRoutes } from './domains/pricing/routes.ts';
import { privacyContract } from './domains/privacy/contract.ts';
import { privacyRoutes } from './domains/privacy/routes.ts';
import { publishingContract } from './domains/publishing/contract.ts';
import { publishingRoutes } from './domains/publishing/routes.ts';
import { readingContract } from './domains/reading/contract.ts';
import { readingRoutes } from './domains/reading/routes.ts';
import { sessionsContract } from './domains/sessions/contract.ts';
import { sessionsRoutes } from './domains/sessions/routes.ts';
import { socialContract } from './domains/social/contract.ts';
import { socialRoutes } from './domains/social/routes.ts';
import { statisticsContract } from './domains/statistics/contract.ts';
import { statisticsRoutes } from './domains/statistics/routes.ts';
import { storiesContract } from './domains/stories/contract.ts';
import { storiesRoutes } from './domains/stories/routes.ts';
import { teamsContract } from './domains/teams/contract.ts';
import { teamsRoutes } from './domains/teams/routes.ts';
import type { RouteSet } from './lib/mount.ts';

export const contracts = {
  ...sessionsContract,
  ...accountsContract,
  ...socialContract,
  ...readingContract,
  ...storiesContract,
  ...teamsContract,
  ...episodesContract,
  ...novelsContract,
  ...pricingContract,
  ...geoContract,
  ...publishingContract,
  ...mediaContract,
  ...statisticsContract,
  ...earningsContract,
  ...privacyContract,
};

export type Api = typeof contracts;

export const routeSets: readonly RouteSet<Deps>[] = [
  sessionsRoutes,
  accountsRoutes,
  socialRoutes,
  readingRoutes,
  storiesRoutes,
  teamsRoutes,
  episodesRoutes,
  novelsRoutes,
  pricingRoutes,
  geoRoutes,
  publishingRoutes,
  mediaRoutes,
  statisticsRoutes,
  earningsRoutes,
  privacyRoutes,
];
