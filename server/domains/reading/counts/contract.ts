import Type from 'typebox';
import { defineContract } from '../../../lib/contract.ts';
import { Id, IdParams, Moment, Nullable, OneOf, PageQuery, PageReply } from '../../../lib/schemas.ts';
import { EPISODE_STATUSES } from '../../publishing/episodes/contract.ts';

const DayText = Type.String({ description: 'YYYY-MM-DD, a day in UTC' });

const EpisodeFigures = {
  views: Type.Integer(),
  likes: Type.Integer({ description: 'new likes minus withdrawn ones; may be negative' }),
  comments: Type.Integer({ description: 'new comments minus deleted ones' }),
  impressions: Type.Integer({ description: 'number of advertisements shown' }),
  unlocks: Type.Integer({ description: 'new unlocks minus returned ones' }),
  coins: Type.Integer({ description: 'coins that readers spent, minus returned ones; not earnings' }),
};

const Figures = {
  ...EpisodeFigures,
  subscribers: Type.Integer({ description: 'new subscribers minus those who left' }),
};

export const StoryStatistics = Type.Object({
  from: DayText,
  to: DayText,
  days: Type.Array(Type.Object({ date: DayText, ...Figures }), { description: 'every day, oldest first' }),
  totals: Type.Object(Figures),
  previous: Type.Object(
    { from: DayText, to: DayText, ...Figures },
    { description: 'totals of the same number of days before the range, for comparison' },
  ),
  episodes: Type.Array(
    Type.Object({
      id: Id,
      number: Type.Integer({ description: 'position in the story, from 1' }),
      title: Type.String(),
      status: OneOf(EPISODE_STATUSES),
      first_published_at: Nullable(Moment),
      ...EpisodeFigures,
      likes_count: Type.Integer({ description: 'likes of all time; the other counts are also of all time' }),
      views_count: Type.Integer(),
      comments_count: Type.Integer(),
      impressions_count: Type.Integer(),
    }),
    { description: 'newest first; the figures cover the requested days' },
  ),
  ...PageReply,
});

export const statisticsContract = defineContract({
  'POST /episodes/:id/views': {
    tag: 'Reading',
    summary: 'Count a view of an episode',
    description:
      "The reply is immediate. The view is counted a few seconds later. A reader, or a device without an account, counts once per episode in 24 hours. The cookie `view_mark` identifies a device for 24 hours. Views by the story's team and by administrators do not count.",
    access: 'anyone',
    params: IdParams,
    replies: { 202: null },
    refusals: [402, 429, 451],
  },
  'GET /creator/stories/:id/statistics': {
    tag: 'Console',
    summary: 'Get the statistics of a story by day and by episode',
    description:
      'Days are in UTC, at most 366. Without bounds, the range is the last 28 days. `Accept: text/csv` or `format=csv` returns comma-separated values (RFC 4180, UTF-8) with all episodes. `format=csv` begins with a byte order mark for spreadsheet programs.',
    access: 'user',
    params: IdParams,
    query: Type.Object({
      from: Type.Optional(Type.String({ description: 'first day, YYYY-MM-DD' })),
      to: Type.Optional(Type.String({ description: 'last day, YYYY-MM-DD, inclusive' })),
      format: Type.Optional(OneOf(['json', 'csv'])),
      table: Type.Optional(OneOf(['days', 'episodes'], 'table to return as CSV; default: `days`')),
      ...PageQuery,
    }),
    replies: { 200: StoryStatistics },
    media: ['application/json', 'text/csv'],
  },
});
