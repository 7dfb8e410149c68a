import Type from 'typebox';
import { defineContract } from '../../../lib/contract.ts';
import { Id, Message, Moment, Nullable, PageQuery, PageReply } from '../../../lib/schemas.ts';

const Month = Type.String({ pattern: '^[1-9]\\d{3}-(0[1-9]|1[0-2])$', description: 'such as `2026-10`' });
const Seconds = Type.Integer({ minimum: 0, description: 'seconds of reading' });
const Coins = Type.Integer({ minimum: 0, description: 'coins spent on episodes that are still unlocked' });
const Unlocked = Type.Integer({ minimum: 0, description: 'number of episodes unlocked with these coins' });
const Ads = Type.Integer({ minimum: 0, description: 'number of third-party advertisements seen' });
const AdsMicros = Nullable(
  Type.Integer({
    description:
      "micro-dollars of the creators' share, for the part of each story's monthly impressions that this reader saw; null before the month is credited",
  }),
);
const StoryId = Nullable(Type.String({ ...Id, description: 'null for the other stories of the day' }));

export const AttentionCreator = Type.Object({
  creator: Nullable(
    Type.Object(
      {
        slug: Nullable(Type.String({ description: 'page slug; null when none of theirs is shown' })),
        display_name: Type.String(),
      },
      { description: 'null once the account is erased' },
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
      { description: 'story that got the most; null when it is no longer shown' },
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
  first_month: Type.String({ ...Month, description: 'earliest stored month' }),
  last_month: Type.String({ ...Month, description: 'current month' }),
  counted: Type.Boolean({ description: 'whether reading time and advertisements are counted' }),
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
        description: 'most read first; at most six stories, then the others combined',
      }),
    }),
    { description: "days in the reader's time zone; days without reading are left out" },
  ),
  creators: Type.Array(AttentionCreator, {
    description: 'ordered by reading time, then by coins, highest first',
  }),
  ...PageReply,
});

export const attentionContract = defineContract({
  'GET /user/attention': {
    tag: 'Library',
    summary: "Get the creators that a month's reading time and coins went to",
    description:
      "Only the viewer sees this data. We keep thirteen months, in the viewer's time zone. Time counts while the page is visible and the reader turns, scrolls or taps at least every three minutes.",
    access: 'user',
    query: Type.Object({ month: Type.Optional(Month), ...PageQuery }),
    replies: { 200: Attention },
  },
  'GET /user/attention/export': {
    tag: 'Library',
    summary: 'Download the days of a month as CSV',
    description:
      'The file contains comma-separated values (RFC 4180, UTF-8) with one line per day and story, at most 10,000. It begins with a byte order mark for spreadsheet programs.',
    access: 'user',
    query: Type.Object({ month: Type.Optional(Month) }),
    replies: { 200: Type.String() },
    media: ['text/csv'],
  },
  'PUT /user/attention': {
    tag: 'Library',
    summary: 'Turn counting on or off',
    description:
      'Turning it off deletes all counts at once. Coins stay in the wallet. Turning it on starts from zero. Sending the same value again changes nothing.',
    access: 'user',
    body: Type.Object({ counted: Type.Boolean() }),
    replies: { 200: Type.Object({ counted: Type.Boolean(), ...Message.properties }) },
    refusals: [429],
    form: {},
  },
});
