import Type from 'typebox';
import { defineContract } from '../../../lib/contract.ts';
import { Id, IdParams, Moment, Nullable, OneOf, PageQuery, PageReply } from '../../../lib/schemas.ts';
import { EPISODE_STATUSES } from '../../publishing/episodes/contract.ts';

const DayText = Type.String({ description: 'YYYY-MM-DD, a day in UTC' });

const EpisodeFigures = {
  views: Type.Integer(),
  likes: Type.Integer({ description: 'minus those taken back, so it may be negative' }),
  comments: Type.Integer({ description: 'minus those deleted' }),
  impressions: Type.Integer({ description: 'advertisements shown' }),
  unlocks: Type.Integer({ description: 'minus those given back' }),
  coins: Type.Integer({ description: 'that readers spent on them, minus those given back; no earning' }),
};

const Figures = {
  ...EpisodeFigures,
  subscribers: Type.Integer({ description: 'new ones minus those who left' }),
};

export const StoryStatistics = Type.Object({
  from: DayText,
  to: DayText,
  days: Type.Array(Type.Object({ date: DayText, ...Figures }), { description: 'every day, oldest first' }),
  totals: Type.Object(Figures),
  previous: Type.Object(
    { from: DayText, to: DayText, ...Figures },
    { description: 'totals of the same number of days before, for comparison' },
  ),
  episodes: Type.Array(
    Type.Object({
      id: Id,
      number: Type.Integer({ description: 'position in the story, from 1' }),
      title: Type.String(),
      status: OneOf(EPISODE_STATUSES),
      first_published_at: Nullable(Moment),
      ...EpisodeFigures,
      likes_count: Type.Integer({ description: 'of all time, like the other counts' }),
      views_count: Type.Integer(),
      comments_count: Type.Integer(),
      impressions_count: Type.Integer(),
    }),
    { description: 'newest first; their figures cover the days asked for' },
  ),
  ...PageReply,
});

export const statisticsContract = defineContract({
  'POST /episodes/:id/views': {
    tag: 'Reading',
    summary: 'Count a view of an episode',
    description:
      "The answer comes at once; the view is counted a few seconds later. A reader, or a device without an account, counts once per episode in 24 hours. The cookie `view_mark` recognises a device for 24 hours. Views of a story's team and of administrators do not count.",
    access: 'anyone',
    params: IdParams,
    replies: { 202: null },
    refusals: [402, 429, 451],
  },
  'GET /creator/stories/:id/statistics': {
    tag: 'Console',
    summary: 'Get the figures of a story by day and by episode',
    description:
      'Days are in UTC, at most 366; without bounds the last 28. `Accept: text/csv` or `format=csv` asks for comma-separated values (RFC 4180, UTF-8) with all episodes. `format=csv` begins with a byte order mark for spreadsheet programs.',
    access: 'user',
    params: IdParams,
    query: Type.Object({
      from: Type.Optional(Type.String({ description: 'YYYY-MM-DD' })),
      to: Type.Optional(Type.String({ description: 'YYYY-MM-DD, included' })),
      format: Type.Optional(OneOf(['json', 'csv'])),
      table: Type.Optional(OneOf(['days', 'episodes'], 'which table is wanted as CSV; default: days')),
      ...PageQuery,
    }),
    replies: { 200: StoryStatistics },
    media: ['application/json', 'text/csv'],
  },
});
