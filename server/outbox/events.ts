/**
 * Events and jobs that a transaction may record. Payloads carry ids only; handlers reload (architecture.md §3).
 * The schemas are checked again where a job begins, since a row may be older than the program that reads it.
 */
import Type, { type Static, type TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { Id, Moment } from '../lib/schemas.ts';

export const eventSchemas = {
  'media.process': Type.Object({ mediaId: Id }),
  'media.remake': Type.Object({ mediaId: Id }),
  'media.delete_old_editions': Type.Object({ mediaId: Id }),
  'media.make_avif': Type.Object({ mediaId: Id }),
  'media.delete_files': Type.Object({ mediaIds: Type.Array(Id) }),
  'mail.send': Type.Object({ mailId: Id }),
  'account.make_export': Type.Object({ exportId: Id }),
  'account.kept': Type.Object({ userId: Id }),
  'publishing.restore_episodes': Type.Object({ userId: Id }),
  'episode.publish_due': Type.Object({ episodeId: Id, publishAt: Moment }),
  'episode.published': Type.Object({ episodeId: Id, first: Type.Boolean() }),
  'episode.unpublished': Type.Object({ episodeId: Id }),
};

export type EventName = keyof typeof eventSchemas;
export type Events = { [N in EventName]: Static<(typeof eventSchemas)[N]> };

export const isEventName = (name: string): name is EventName => Object.hasOwn(eventSchemas, name);

const checks = new Map(
  Object.entries<TSchema>(eventSchemas).map(([name, schema]) => [name, Compile(schema)] as const),
);

export const isPayloadOf = <N extends EventName>(name: N, payload: unknown): payload is Events[N] =>
  checks.get(name)?.Check(payload) === true;
