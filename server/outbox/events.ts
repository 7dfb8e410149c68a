/** Payloads are validated again when a job starts, since a row may be older than the program. */
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
