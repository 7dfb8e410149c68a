import Type from 'typebox';
import { defineContract } from '../../../lib/contract.ts';
import { LOCALES } from '../../../lib/locale.ts';
import { Id, IdParams, Nullable, OneOf } from '../../../lib/schemas.ts';
import { AD_LOOKS, AD_TARGETS } from './rules.ts';

const Slot = Type.Integer({
  minimum: 1,
  description: 'number of the item after which the advertisement stands: 4, 8, 12 …',
});

const Seen = Type.Object({
  episode_id: Id,
  slot: Slot,
  ad_id: Type.Optional(
    Type.String({
      ...Id,
      description: 'which of our own advertisements stood there; left out for those of others',
    }),
  ),
});

const Ad = Type.Object({
  slot: Slot,
  id: Nullable(Id),
  look: OneOf(AD_LOOKS),
  title: Type.String(),
  text: Type.String(),
  link: Type.String({ description: 'path of ours without language prefix, or an https address' }),
  story: Nullable(Type.Object({ id: Id, title: Type.String(), cover_url: Nullable(Type.String()) })),
  target: OneOf(AD_TARGETS, 'for whom it is meant'),
  genres: Type.Array(Type.String()),
  subscriptions_below: Nullable(Type.Integer()),
  daily_max_count: Nullable(
    Type.Integer({ description: 'how often a device shows it in a day; the device counts that itself' }),
  ),
  ends_on: Nullable(Type.String({ description: 'last day, UTC' })),
});

export const interstitialsContract = defineContract({
  'POST /ad_impressions': {
    tag: 'Reading',
    summary: 'Count an advertisement that was seen',
    description:
      "The answer comes at once; the impression is counted a few seconds later. A reader, or a device without an account, counts once per slot of an episode in 24 hours, however often the call is sent. The cookie `view_mark`, which the call that counts a view sets, recognises a device for 24 hours. Of all devices of a network that bring none, one counts per slot and day, and a network without accounts counts a few dozen; what does not count is answered alike. Impressions of unlocked episodes, of a story's team and of administrators do not count.",
    access: 'anyone',
    body: Seen,
    replies: { 204: null },
    refusals: [402, 404, 451],
  },
  'POST /ad_follows': {
    tag: 'Reading',
    summary: 'Count an advertisement of our own that was followed',
    description:
      'It counts like an impression: once per slot and device in 24 hours, without anybody being known by it. What is no slot, and whoever does not count, is answered alike.',
    access: 'anyone',
    body: Type.Object({ ...Seen.properties, ad_id: Id }),
    replies: { 204: null },
    refusals: [402, 404, 451],
  },
  'GET /episodes/:id/ad_slots': {
    tag: 'Reading',
    summary: 'Get where advertisements stand in an episode',
    description:
      "The lists are empty for unlocked episodes, for a story's team and for administrators. Pages of comics count as items, and of novels the sections into which their chapters are cut. `ads` holds our own advertisement for each slot, where one fits; `reader` says by what it was chosen.",
    access: 'anyone',
    params: IdParams,
    query: Type.Object({
      language: Type.Optional(OneOf(LOCALES, 'of the advertisements; by default that of the request')),
    }),
    replies: {
      200: Type.Object({
        slots: Type.Array(Slot),
        ads: Type.Array(Ad),
        reader: Type.Object({
          publishes: Type.Boolean(),
          subscriptions_count: Type.Integer(),
          has_app: Type.Boolean({
            description: 'as an app that asks with a token has, and who ever bought in one',
          }),
        }),
      }),
    },
    refusals: [402, 451],
  },
});
