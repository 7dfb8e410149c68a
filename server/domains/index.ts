/**
 * The domains in their order: each calls only those before it. A new one is its folder and its line here.
 */
import { accounts } from './accounts/accounts/domain.ts';
import { administration } from './administration/administration/domain.ts';
import { ads } from './income/interstitials/domain.ts';
import { attention } from './reading/reading-time/domain.ts';
import { audit } from './platform/audit/domain.ts';
import { blocking } from './safety/takedowns/domain.ts';
import { browse } from './discovery/lists/domain.ts';
import { comments } from './community/comments/domain.ts';
import { consent } from './accounts/consent/domain.ts';
import type { Domain, House } from './define.ts';
import { earnings } from './income/earnings/domain.ts';
import { episodes } from './publishing/episodes/domain.ts';
import { factors } from './accounts/second-factor/domain.ts';
import { geo } from './publishing/countries/domain.ts';
import { ledger } from './income/ledger/domain.ts';
import { library } from './reading/library/domain.ts';
import { live } from './notifications/live/domain.ts';
import { mails } from './platform/mail/domain.ts';
import { media } from './media/domain.ts';
import { moderation } from './safety/reports/domain.ts';
import { notes } from './community/short-notes/domain.ts';
import { notifications } from './notifications/notifications/domain.ts';
import { novels } from './publishing/novels/domain.ts';
import { operations } from './platform/tables/domain.ts';
import { payouts } from './income/payouts/domain.ts';
import { people } from './community/blocks/domain.ts';
import { policy } from './platform/policy/domain.ts';
import { pricing } from './publishing/pricing/domain.ts';
import { privacy } from './administration/privacy/domain.ts';
import { publishing } from './publishing/releases/domain.ts';
import { purchases } from './coins/purchases/domain.ts';
import { queues } from './administration/jobs/domain.ts';
import { reactions } from './community/likes/domain.ts';
import { reading } from './reading/reader/domain.ts';
import { revenue } from './income/revenue/domain.ts';
import { search } from './discovery/search/domain.ts';
import { sessions } from './accounts/sessions/domain.ts';
import { social } from './accounts/providers/domain.ts';
import { statistics } from './reading/counts/domain.ts';
import { stories } from './publishing/stories/domain.ts';
import { teams } from './publishing/teams/domain.ts';
import { unlock } from './coins/unlock/domain.ts';
import { wallet } from './coins/wallet/domain.ts';

export const domains = [
  operations,
  // Whoever does something as an administrator writes it there.
  audit,
  policy,
  mails,
  // An account shows a picture, so it lets go of it before the pictures are erased.
  media,
  accounts,
  consent,
  sessions,
  factors,
  social,
  stories,
  episodes,
  teams,
  novels,
  pricing,
  wallet,
  purchases,
  ledger,
  geo,
  publishing,
  unlock,
  attention,
  // Before all those whose deeds it counts.
  statistics,
  reading,
  browse,
  library,
  reactions,
  people,
  comments,
  notes,
  // After all that can be hidden, since it is lifted there.
  blocking,
  moderation,
  search,
  ads,
  revenue,
  payouts,
  earnings,
  notifications,
  live,
  administration,
  queues,
  privacy,
] as const;

export type Domains = (typeof domains)[number];

/** The same list for who asks all of them alike. */
export const allDomains: readonly Domain[] = domains as readonly Domain[];

export const house: House = {
  mails: new Map(allDomains.flatMap(({ mails: parts }) => parts.map((part) => [part.name, part]))),
  personal: allDomains.flatMap(({ personal }) => personal ?? []),
  jobs: new Map(allDomains.flatMap(({ jobs }) => jobs.map((part) => [part.name, part]))),
  sweeps: allDomains.flatMap(({ sweeps }) => sweeps),
  badge: allDomains.find(({ badge }) => badge)?.badge ?? (async () => 0),
};
