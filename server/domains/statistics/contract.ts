import Type from 'typebox';
import { defineContract } from '../../lib/contract.ts';
import { Id, IdParams, Moment, Nullable, OneOf, PageQuery, PageReply } from '../../lib/schemas.ts';
import { EPISODE_STATUSES } from '../episodes/contract.ts';

const DayText = Type.String({ description: 'YYYY-MM-DD, a day in UTC' });

const EpisodeFigures = {
  views: Type.Integer(),
  likes: Type.Integer({ description: 'less those taken back, so it may be below 0' }),
  comments: Type.Integer({ description: 'less those deleted' }),
  impressions: Type.Integer({ description: 'advertisements shown' }),
};

const Figures = {
  ...EpisodeFigures,
  subscribers: Type.Integer({ description: 'those who came, less those who left' }),
};

export const StoryStatistics = Type.Object({
  from: DayText,
  to: DayText,
  days: Type.Array(Type.Object({ date: DayText, ...Figures }), { description: 'every day, oldest first' }),
  totals: Type.Object(Figures),
  previous: Type.Object(
    { from: DayText, to: DayText, ...Figures },
    { description: 'as many days right before, to compare with' },
  ),
  episodes: Type.Array(
    Type.Object({
      id: Id,
      number: Type.Integer({ description: 'position in the story, from 1' }),
      title: Type.String(),
      status: OneOf(EPISODE_STATUSES),
      first_published_at: Nullable(Moment),
      ...EpisodeFigures,
      likes_count: Type.Integer({ description: 'of all time, as the other counts' }),
      views_count: Type.Integer(),
      comments_count: Type.Integer(),
      impressions_count: Type.Integer(),
    }),
    { description: 'the newest first; their figures are those of the days asked for' },
  ),
  ...PageReply,
});

export const statisticsContract = defineContract({
  'POST /episodes/:id/views': {
    tag: 'Reading',
    summary: 'An episode has been opened to be read',
    description:
      'Taken at once and counted a few seconds later: one view per reader, or device without an account, and episode in 24 hours. A device is known again by the cookie `view_mark`, kept for 24 hours. Views of the team of a story and of administrators are not counted.',
    access: 'anyone',
    params: IdParams,
    replies: { 202: null },
    refusals: [402, 429, 451],
  },
  'GET /creator/stories/:id/statistics': {
    tag: 'Console',
    summary: 'The figures of a story, day by day and episode by episode',
    description:
      'Days are in UTC, at most 366; without bounds the last 28. As comma-separated values (RFC 4180, UTF-8) with `Accept: text/csv`, or with `format=csv`, which begins with a byte order mark for spreadsheet programs; all episodes then.',
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
