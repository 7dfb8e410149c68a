import Type, { type Static, type TObject, type TProperties } from 'typebox';

/** Something that happened, or a job to do. Payloads carry ids only: whoever handles it reloads the rows. */
export type EventPart<N extends string = string, S extends TObject = TObject> = { name: N; payload: S };

export type PayloadOf<E extends EventPart> = Static<E['payload']>;

export const event = <N extends string, P extends TProperties>(
  name: N,
  payload: P,
): EventPart<N, TObject<P>> => ({ name, payload: Type.Object(payload) });
