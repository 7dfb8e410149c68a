import Type from 'typebox';
import { defineContract } from '../../lib/contract.ts';
import { Id, Moment, Nullable, OneOf } from '../../lib/schemas.ts';
import { ARCHIVE_MAX_BYTES } from './rules.ts';

export const MEDIA_STATES = ['queued', 'processing', 'ready', 'failed'] as const;

/** Pictures uploaded before anything shows them. Pages of an unpublished episode come with the episode. */
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
  url: Nullable(Type.String({ description: 'URL of the largest size; null until the picture is ready' })),
  width: Type.Integer({ description: 'pixels of the upright original' }),
  height: Type.Integer(),
  state: OneOf(MEDIA_STATES),
  error: Nullable(Type.String({ description: 'reason for the failure' })),
});

const Crop = Type.Object({
  media_id: Id,
  x: Type.Integer({ minimum: 0, maximum: 100_000 }),
  y: Type.Integer({ minimum: 0, maximum: 100_000 }),
  width: Type.Integer({ minimum: 1, maximum: 100_000 }),
  height: Type.Integer({ minimum: 1, maximum: 100_000, description: 'must equal the width' }),
  purpose: OneOf(['cover', 'episode_cover', 'profile']),
});

export const mediaContract = defineContract({
  'POST /media': {
    tag: 'Media',
    summary: 'Upload a picture',
    description:
      'The file must be JPEG or PNG by its content, with at most 3 MiB and 50 megapixels. A worker processes it afterwards.',
    access: 'user',
    multipart: {
      fields: Type.Object({
        purpose: Type.Optional(
          OneOf(
            UPLOAD_PURPOSES,
            "must come before the file; to swap a page: page or strip, depending on the story's format; within a chapter: illustration",
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
    summary: 'Create a new picture by cropping a square from another',
    description:
      "The source must be the viewer's own picture, or a page of a story that the viewer may edit. Numbers are whole " +
      'pixels of the upright original. The source stays unchanged.',
    access: 'user',
    body: Crop,
    multipart: { fields: Crop },
    replies: { 201: Type.Object({ media: MediaReply }) },
    refusals: [409, 422, 429],
  },
  'POST /media/direct': {
    tag: 'Media',
    summary: 'Start a direct upload of a large file to storage',
    description:
      'The response contains a URL that accepts a PUT of exactly `bytes` bytes. Then call the endpoint that the file ' +
      'is for, with `upload_id` instead of the file. That endpoint checks the file. `upload` is null if the file ' +
      'must be sent to that endpoint itself.',
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
            headers: Type.Record(Type.String(), Type.String(), {
              description: 'headers that the PUT must send',
            }),
            expires_at: Moment,
          }),
        ),
      }),
    },
    refusals: [422, 429],
  },
  'GET /media/:id': {
    tag: 'Media',
    summary: "Get the state of the viewer's own picture",
    access: 'user',
    params: Type.Object({ id: Id }),
    replies: { 200: Type.Object({ media: MediaReply }) },
  },
});
