/** The twelve rooms in their order: each calls only those before it. A new noun is its folder and a part in its room's `domain.ts`. */
import { accounts } from './accounts/domain.ts';
import { administration } from './administration/domain.ts';
import { coins } from './coins/domain.ts';
import { community } from './community/domain.ts';
import type { Domain, House, Part } from './define.ts';
import { discovery } from './discovery/domain.ts';
import { income } from './income/domain.ts';
import { media } from './media/domain.ts';
import { notifications } from './notifications/domain.ts';
import { platform } from './platform/domain.ts';
import { publishing } from './publishing/domain.ts';
import { reading } from './reading/domain.ts';
import { safety } from './safety/domain.ts';

export const domains = [
  // Tables of all, the log of administrators, rights, mail.
  platform,
  // Pictures and uploads.
  media,
  // Who somebody is.
  accounts,
  // How a story comes to be and comes out.
  publishing,
  // Coins and what they open.
  coins,
  // An episode with its reader.
  reading,
  // What people say to each other.
  community,
  // What is taken down, and why.
  safety,
  // What creators earn.
  income,
  // How a story is found.
  discovery,
  // Who is told what.
  notifications,
  // Who looks after it all.
  administration,
] as const;

/** Any part of any room, with the names of its calls, events, jobs and mails. */
export type Parts = (typeof domains)[number]['parts'][number];

export const allDomains: readonly Domain[] = domains;
/** All nouns of all rooms, for who asks them alike. */
export const allParts: readonly Part[] = allDomains.flatMap(({ parts }) => parts);

export const house: House = {
  mails: new Map(allParts.flatMap(({ mails }) => mails.map((part) => [part.name, part]))),
  personal: allParts.flatMap(({ personal }) => personal ?? []),
  jobs: new Map(allParts.flatMap(({ jobs }) => jobs.map((part) => [part.name, part]))),
  sweeps: allParts.flatMap(({ sweeps }) => sweeps),
  badge: allParts.find(({ badge }) => badge)?.badge ?? (async () => 0),
};
