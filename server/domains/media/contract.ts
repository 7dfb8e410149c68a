import Type from 'typebox';
import { defineContract } from '../../lib/contract.ts';
import { Id, Moment, Nullable, OneOf } from '../../lib/schemas.ts';
import { ARCHIVE_MAX_BYTES } from './rules.ts';

export const MEDIA_STATES = ['queued', 'processing', 'ready', 'failed'] as const;

/** A page of an episode that is not published comes with the episode; these stand alone until something shows them. */
export const UPLOAD_PURPOSES = [
  'cover',
  'episode_cover',
  'profile',
  'page',
  'strip',
  'illustration',
] as const;

export const MediaReply = Type.Object({
  id: Id,
  url: Nullable(Type.String({ description: 'address of the largest size; null until it is ready' })),
  width: Type.Integer({ description: 'pixels of the original, upright' }),
  height: Type.Integer(),
  state: OneOf(MEDIA_STATES),
  error: Nullable(Type.String({ description: 'reason of the failure' })),
});

const Crop = Type.Object({
  media_id: Id,
  x: Type.Integer({ minimum: 0, maximum: 100_000 }),
  y: Type.Integer({ minimum: 0, maximum: 100_000 }),
  width: Type.Integer({ minimum: 1, maximum: 100_000 }),
  height: Type.Integer({ minimum: 1, maximum: 100_000, description: 'the same as the width' }),
  purpose: OneOf(['cover', 'episode_cover', 'profile']),
});

export const mediaContract = defineContract({
  'POST /media': {
    tag: 'Media',
    summary: 'Upload a picture',
    description:
      "The file's content must be JPEG or PNG, at most 3 MiB and 50 megapixels. A worker processes it afterwards.",
    access: 'user',
    multipart: {
      fields: Type.Object({
        purpose: Type.Optional(
          OneOf(
            UPLOAD_PURPOSES,
            'must come before the file; to swap a page: page or strip, as the story is drawn; within a chapter: illustration',
          ),
        ),
        file: Type.Unsafe<unknown>({ type: 'string', format: 'binary' }),
      }),
    },
    replies: { 201: Type.Object({ media: MediaReply }) },
    refusals: [413, 415, 422, 429],
  },
  'POST /media/crop': {
    tag: 'Media',
    summary: 'Cut a square out of a picture as a new picture',
    description:
      'The source is an own picture, or a page of a story that the viewer may edit. Numbers are whole pixels of the ' +
      'upright original. The source stays as it is.',
    access: 'user',
    body: Crop,
    multipart: { fields: Crop },
    replies: { 201: Type.Object({ media: MediaReply }) },
    refusals: [409, 422, 429],
  },
  'POST /media/direct': {
    tag: 'Media',
    summary: 'Begin to put a large file into storage directly',
    description:
      'The answer names an address that takes a PUT of exactly so many bytes. Then call what the file is for, with ' +
      '`upload_id` in the place of the file; it is judged there. `upload` is null where the file must be sent to that ' +
      'call itself.',
    access: 'user',
    body: Type.Object({
      name: Type.String({ maxLength: 1000 }),
      bytes: Type.Integer({ minimum: 1, maximum: ARCHIVE_MAX_BYTES }),
    }),
    replies: {
      201: Type.Object({
        upload: Nullable(
          Type.Object({
            id: Id,
            url: Type.String(),
            headers: Type.Record(Type.String(), Type.String(), { description: 'that the PUT must carry' }),
            expires_at: Moment,
          }),
        ),
      }),
    },
    refusals: [422, 429],
  },
  'GET /media/:id': {
    tag: 'Media',
    summary: 'Get the state of an own picture',
    access: 'user',
    params: Type.Object({ id: Id }),
    replies: { 200: Type.Object({ media: MediaReply }) },
  },
});
