/** Every domain's calls. `Api` is all that an island may know of the server. */
import { allDomains, type Domains } from './domains/index.ts';
import type { Contract } from './lib/contract.ts';

type Calls = Domains['contract'];
type RouteOf<C> = C extends C ? keyof C : never;

export type Api = { [R in RouteOf<Calls>]: Extract<Calls, Record<R, unknown>>[R] };

export const contracts = Object.assign({}, ...allDomains.map(({ contract }) => contract)) as Api & Contract;

export const routeSets = allDomains.flatMap(({ routes }) => routes ?? []);
