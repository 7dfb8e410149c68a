import Type from 'typebox';
import { defineContract } from '../../lib/contract.ts';
import { IdParams } from '../../lib/schemas.ts';
import { ConsoleEpisode } from '../episodes/contract.ts';

const EpisodeReply = Type.Object({ episode: ConsoleEpisode });
const Seen = Type.Object({ lock_version: Type.Optional(Type.Integer({ minimum: 0 })) });

export const publishingContract = defineContract({
  'POST /creator/episodes/:id/publish': {
    tag: 'Console',
    summary: 'Publish now',
    description:
      'From in progress or scheduled, when the episode is ready; 409 `not_ready` lists what is missing.',
    access: 'user',
    params: IdParams,
    body: Seen,
    replies: { 200: EpisodeReply },
    refusals: [403, 409],
  },
  'POST /creator/episodes/:id/unpublish': {
    tag: 'Console',
    summary: 'Take a published episode away from readers',
    access: 'user',
    params: IdParams,
    replies: { 200: EpisodeReply },
    refusals: [403, 409],
  },
});
