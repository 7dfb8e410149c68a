import Type from 'typebox';
import { defineContract } from '../../../lib/contract.ts';
import { LOCALES } from '../../../lib/locale.ts';
import { Id, IdParams, Nullable, OneOf } from '../../../lib/schemas.ts';
import { AD_LOOKS, AD_TARGETS } from './rules.ts';

const Slot = Type.Integer({
  minimum: 1,
  description: 'number of the item before the advertisement: 4, 8, 12 …',
});

const Seen = Type.Object({
  episode_id: Id,
  slot: Slot,
  ad_id: Type.Optional(
    Type.String({
      ...Id,
      description: 'id of our own advertisement in the slot; omitted for third-party advertisements',
    }),
  ),
});

const Ad = Type.Object({
  slot: Slot,
  id: Nullable(Id),
  look: OneOf(AD_LOOKS),
  title: Type.String(),
  text: Type.String(),
  link: Type.String({ description: 'path on this site without language prefix, or an https address' }),
  story: Nullable(Type.Object({ id: Id, title: Type.String(), cover_url: Nullable(Type.String()) })),
  target: OneOf(AD_TARGETS, 'readers for whom the advertisement is meant'),
  genres: Type.Array(Type.String()),
  subscriptions_below: Nullable(Type.Integer()),
  daily_max_count: Nullable(
    Type.Integer({ description: 'how often a device shows it per day; the device counts this itself' }),
  ),
  ends_on: Nullable(Type.String({ description: 'last day, in UTC' })),
});

export const interstitialsContract = defineContract({
  'POST /ad_impressions': {
    tag: 'Reading',
    summary: 'Count an impression of an advertisement',
    description:
      "The reply is immediate. The impression is counted a few seconds later. A reader, or a device without an account, counts once per slot of an episode in 24 hours. Repeated calls change nothing. The cookie `view_mark` identifies a device for 24 hours. The call that counts a view sets this cookie. Among the devices of a network without the cookie, one counts per slot and day. Of the devices of a network without an account, at most a few dozen count per slot and day. Impressions that do not count get the same reply. Impressions of unlocked episodes, by the story's team and by administrators do not count.",
    access: 'anyone',
    body: Seen,
    replies: { 204: null },
    refusals: [402, 404, 451],
  },
  'POST /ad_follows': {
    tag: 'Reading',
    summary: 'Count a click on one of our own advertisements',
    description:
      'A click counts like an impression: once per slot and device in 24 hours, without identifying anyone. Clicks that do not count get the same reply.',
    access: 'anyone',
    body: Type.Object({ ...Seen.properties, ad_id: Id }),
    replies: { 204: null },
    refusals: [402, 404, 451],
  },
  'GET /episodes/:id/ad_slots': {
    tag: 'Reading',
    summary: 'Get the advertisement slots of an episode',
    description:
      "The lists are empty for unlocked episodes, for the story's team and for administrators. The items of comics are pages. The items of novels are the sections into which their chapters are divided. `ads` contains our own advertisement for each slot, if one fits. `reader` contains the properties by which it was chosen.",
    access: 'anyone',
    params: IdParams,
    query: Type.Object({
      language: Type.Optional(OneOf(LOCALES, 'language of the advertisements; default: that of the request')),
    }),
    replies: {
      200: Type.Object({
        slots: Type.Array(Slot),
        ads: Type.Array(Ad),
        reader: Type.Object({
          publishes: Type.Boolean(),
          subscriptions_count: Type.Integer(),
          has_app: Type.Boolean({
            description:
              'whether the reader has the app: true for an app that sends a token, and for anyone who ever bought in an app',
          }),
        }),
      }),
    },
    refusals: [402, 451],
  },
});
