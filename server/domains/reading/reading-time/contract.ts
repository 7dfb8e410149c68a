import Type from 'typebox';
import { defineContract } from '../../../lib/contract.ts';
import { Id, Message, Moment, Nullable, PageQuery, PageReply } from '../../../lib/schemas.ts';

const Month = Type.String({ pattern: '^[1-9]\\d{3}-(0[1-9]|1[0-2])$', description: 'such as `2026-10`' });
const Seconds = Type.Integer({ minimum: 0, description: 'of reading' });
const Coins = Type.Integer({ minimum: 0, description: 'paid for episodes that stay unlocked' });
const Unlocked = Type.Integer({ minimum: 0, description: 'episodes that these coins opened' });
const Ads = Type.Integer({ minimum: 0, description: 'advertisements of others that were seen' });
const AdsMicros = Nullable(
  Type.Integer({
    description:
      "micro-dollars of the creators' share, as many parts of each story's month as were seen here; null before the month is credited",
  }),
);
const StoryId = Nullable(Type.String({ ...Id, description: 'null for the other stories of the day' }));

export const AttentionCreator = Type.Object({
  creator: Nullable(
    Type.Object(
      {
        slug: Nullable(Type.String({ description: 'of their page; null when nothing of theirs is shown' })),
        display_name: Type.String(),
      },
      { description: 'null once the account is gone' },
    ),
  ),
  story: Nullable(
    Type.Object(
      {
        id: Id,
        slug: Type.String(),
        title: Type.String(),
        language: Type.String(),
        mini_thumbnail_url: Nullable(Type.String()),
      },
      { description: 'that was given most; null when it is no longer shown' },
    ),
  ),
  stories_count: Type.Integer({ minimum: 1 }),
  seconds: Seconds,
  coins: Coins,
  unlocked: Unlocked,
  ads: Ads,
  ads_micros: AdsMicros,
});

export const Attention = Type.Object({
  month: Month,
  first_month: Type.String({ ...Month, description: 'the earliest that is kept' }),
  last_month: Type.String({ ...Month, description: 'the present one' }),
  counted: Type.Boolean({ description: 'whether minutes and advertisements are counted' }),
  seconds: Seconds,
  coins: Coins,
  unlocked: Unlocked,
  ads: Ads,
  ads_micros: AdsMicros,
  ads_final_at: Nullable(Type.String({ ...Moment, description: 'when the month was credited' })),
  days: Type.Array(
    Type.Object({
      day: Type.String({ format: 'date' }),
      seconds: Seconds,
      stories: Type.Array(Type.Object({ story_id: StoryId, seconds: Seconds }), {
        description: 'what was read most comes first; at most six and the others together',
      }),
    }),
    { description: "of the reader's calendar; those without reading are left out" },
  ),
  creators: Type.Array(AttentionCreator, {
    description: 'who was given most time comes first, then most coins',
  }),
  ...PageReply,
});

export const attentionContract = defineContract({
  'GET /user/attention': {
    tag: 'Library',
    summary: 'See whom reading and coins of a month went to',
    description:
      "The viewer's alone. Thirteen months are kept, in the viewer's time zone. Minutes count while the page is seen and its reader turns, scrolls or taps at least every third minute.",
    access: 'user',
    query: Type.Object({ month: Type.Optional(Month), ...PageQuery }),
    replies: { 200: Attention },
  },
  'GET /user/attention/export': {
    tag: 'Library',
    summary: 'Get the days of a month as a file',
    description:
      'Comma-separated values (RFC 4180, UTF-8): a line for each day and story, at most 10,000. It begins with a byte order mark for spreadsheet programs.',
    access: 'user',
    query: Type.Object({ month: Type.Optional(Month) }),
    replies: { 200: Type.String() },
    media: ['text/csv'],
  },
  'PUT /user/attention': {
    tag: 'Library',
    summary: 'Switch counting on or off',
    description:
      'Off, it deletes at once what was counted; coins stay in the wallet. On again, it begins anew. Sending the same again changes nothing.',
    access: 'user',
    body: Type.Object({ counted: Type.Boolean() }),
    replies: { 200: Type.Object({ counted: Type.Boolean(), ...Message.properties }) },
    refusals: [429],
    form: {},
  },
});
