/** The calls of all domains. Islands know nothing of the server but `Api`. */
import { allParts, type Parts } from './domains/index.ts';
import type { Contract } from './lib/contract.ts';

type Calls = Parts['contract'];
type RouteOf<C> = C extends C ? keyof C : never;

export type Api = { [R in RouteOf<Calls>]: Extract<Calls, Record<R, unknown>>[R] };

export const contracts = Object.assign({}, ...allParts.map(({ contract }) => contract)) as Api & Contract;

export const routeSets = allParts.flatMap(({ routes }) => routes ?? []);
