/**
 * Events and jobs that a transaction may record, folded from the domains. The schemas are checked again where a job
 * begins, since a row may be older than the program that reads it.
 */
import type { Static, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { allParts, type Parts } from '../domains/index.ts';

type Recorded = Parts['events'][number] | Parts['jobs'][number];

export type EventName = Recorded['name'];
export type Events = { [N in EventName]: Static<Extract<Recorded, { name: N }>['payload']> };

const schemas = new Map(
  allParts
    .flatMap(({ events, jobs }) => [...events, ...jobs])
    .map(({ name, payload }) => [name, Compile(payload as TSchema)] as const),
);

export const eventNames = [...schemas.keys()] as readonly EventName[];

export const isEventName = (name: string): name is EventName => schemas.has(name as EventName);

export const isPayloadOf = <N extends EventName>(name: N, payload: unknown): payload is Events[N] =>
  schemas.get(name)?.Check(payload) === true;
