/** The rooms in order: each calls only those before it. A new noun is a folder and a part in `domain.ts`. */
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
  platform,
  media,
  accounts,
  publishing,
  coins,
  reading,
  community,
  safety,
  income,
  discovery,
  notifications,
  administration,
] as const;

/** Any part of any room, with the names of its calls, events and jobs. */
export type Parts = (typeof domains)[number]['parts'][number];

export const allDomains: readonly Domain[] = domains;
export const allParts: readonly Part[] = allDomains.flatMap(({ parts }) => parts);

export const house: House = {
  mails: new Map(allParts.flatMap(({ mails }) => mails.map((part) => [part.name, part]))),
  personal: allParts.flatMap(({ personal }) => personal ?? []),
  jobs: new Map(allParts.flatMap(({ jobs }) => jobs.map((part) => [part.name, part]))),
  sweeps: allParts.flatMap(({ sweeps }) => sweeps),
  badge: allParts.find(({ badge }) => badge)?.badge ?? (async () => 0),
};
