import Type from 'typebox';
import { defineContract } from '../../lib/contract.ts';
import { Id, IdParams } from '../../lib/schemas.ts';

const Slot = Type.Integer({
  minimum: 1,
  description: 'number of the item after which the advertisement stands: 4, 8, 12 …',
});

export const adsContract = defineContract({
  'POST /ad_impressions': {
    tag: 'Reading',
    summary: 'Count an advertisement that was seen',
    description:
      "The answer comes at once; the impression is counted a few seconds later. A reader, or a device without an account, counts once per slot of an episode in 24 hours, however often the call is sent. The cookie `view_mark` recognises a device for 24 hours. Impressions of unlocked episodes, of a story's team and of administrators do not count.",
    access: 'anyone',
    body: Type.Object({ episode_id: Id, slot: Slot }),
    replies: { 204: null },
    refusals: [402, 404, 429, 451],
  },
  'GET /episodes/:id/ad_slots': {
    tag: 'Reading',
    summary: 'Get where advertisements stand in an episode',
    description:
      "The list is empty for unlocked episodes, for a story's team and for administrators. Pages of comics count as items, and of novels the sections into which their chapters are cut.",
    access: 'anyone',
    params: IdParams,
    replies: { 200: Type.Object({ slots: Type.Array(Slot) }) },
    refusals: [402, 451],
  },
});
