import Type from 'typebox';
import { defineContract } from '../../../lib/contract.ts';
import {
  Id,
  IdParams,
  LockVersion,
  Moment,
  Nullable,
  OneOf,
  PageQuery,
  PageReply,
  TitleText,
} from '../../../lib/schemas.ts';
import { ConsoleEpisode, EpisodeReceipt, PagesReply } from '../episodes/contract.ts';
import { FREE_AFTER_MAX_DAYS, FREE_MAX_COUNT, PRICING_TYPES } from '../pricing/rules.ts';
import { StoryReply } from '../stories/contract.ts';
import { DELETED_KEPT_DAYS, PUBLICATION_TYPES, TITLE_MAX_LENGTH } from '../stories/rules.ts';
import { SHORTCOMINGS, TOGETHER_MAX_COUNT } from './rules.ts';

/** With the code `not_ready`. */
const NOT_READY = {
  409: {
    missing: Type.Optional(
      Type.Array(OneOf(SHORTCOMINGS), { description: 'requirements that the episode does not meet' }),
    ),
  },
};

const PlanFields = {
  date: Type.String({ maxLength: 10, description: 'MM/DD/YYYY' }),
  time: Type.String({ maxLength: 8, description: 'HH:mm or HH:mm:ss' }),
  zone_name: Type.String({ maxLength: 60, description: 'IANA zone, as in GET /timezones' }),
  is_announced: Type.Optional(
    Type.Boolean({ description: "whether readers see the episode's number and time; false by default" }),
  ),
};

const EpisodeReply = Type.Object({ episode: ConsoleEpisode });
export const SCHEDULE_ENTRIES_MAX_COUNT = 500;
export const SCHEDULE_MAX_DAYS = 100;

export const ScheduleEntry = Type.Object({
  episode_id: Id,
  number: Type.Integer({ description: 'position in the story, from 1' }),
  title: Type.String(),
  status: OneOf(['scheduled', 'published']),
  at: Type.String({
    format: 'date-time',
    description: 'time when the episode is due or was published; ISO 8601, UTC',
  }),
  publish_wall_time: Nullable(
    Type.String({ description: 'YYYY-MM-DDTHH:mm:ss in publish_zone; null once published' }),
  ),
  publish_zone: Nullable(Type.String({ description: 'IANA zone in which the time was given' })),
  is_announced: Type.Boolean({ description: 'whether readers see `at`; false once published' }),
  story: Type.Object({
    id: Id,
    slug: Type.String(),
    title: Type.String(),
    language: Type.String({ description: 'ISO 639-1' }),
  }),
  thumbnail_url: Nullable(
    Type.String({ description: 'signed URL that expires; the first page if no thumbnail was chosen' }),
  ),
});

const Standing = Type.Object({ number: Type.Integer(), is_free: Type.Boolean() });

export const DeletedStory = Type.Object({
  id: Id,
  slug: Type.String(),
  title: Type.String(),
  publication_type: OneOf(PUBLICATION_TYPES),
  language: Type.String({ description: 'ISO 639-1' }),
  mini_thumbnail_url: Nullable(Type.String()),
  episodes_count: Type.Integer(),
  pages_count: Type.Integer(),
  chapters_count: Type.Integer(),
  deleted_at: Moment,
  kept_until: Moment,
});

export const publishingContract = defineContract({
  'DELETE /creator/episodes/:id': {
    tag: 'Console',
    summary: 'Delete an unpublished episode',
    access: 'user',
    params: IdParams,
    replies: { 204: null },
    refusals: [403, 409],
  },
  'DELETE /creator/stories/:id': {
    tag: 'Console',
    summary: 'Delete a work in progress',
    description:
      `The story is kept for ${DELETED_KEPT_DAYS} days, and its owner can restore it in that time. ` +
      'Its scheduled releases are cancelled. A published story returns 409 `story_published`. A story with a blocked ' +
      'episode returns 409 `story_blocked`.',
    access: 'user',
    params: IdParams,
    body: Type.Object({ title: TitleText(TITLE_MAX_LENGTH, "the story's title, typed again") }),
    replies: { 204: null },
    refusals: [403, 409],
    form: { empty: ['title'] },
  },
  'POST /creator/stories/:id/consequences': {
    tag: 'Console',
    summary: 'Preview what an action would change for other published episodes',
    description:
      'The call writes nothing. It lists published episodes that would get another number or change between free and premium. The list is empty if the action would be refused.',
    access: 'user',
    params: IdParams,
    body: Type.Object({
      deed: OneOf(['publish', 'unpublish', 'delete', 'move', 'order', 'price']),
      episode_id: Type.Optional({
        ...Id,
        description: 'with publish, unpublish, delete and move; without it, delete means the story',
      }),
      number: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 5000, description: 'with move: the new number' }),
      ),
      episode_ids: Type.Optional(
        Type.Array(Id, { maxItems: 5000, description: 'with order: each episode once' }),
      ),
      pricing: Type.Optional(
        Type.Object(
          {
            type: OneOf(PRICING_TYPES),
            price: Type.Optional(Type.Unknown()),
            free_count: Type.Optional(Type.Integer({ minimum: 0, maximum: FREE_MAX_COUNT })),
            free_after_days: Type.Optional(
              Nullable(Type.Integer({ minimum: 1, maximum: FREE_AFTER_MAX_DAYS })),
            ),
            prices: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
          },
          { description: 'with price: the new pricing strategy' },
        ),
      ),
    }),
    replies: {
      200: Type.Object({
        consequences: Type.Array(
          Type.Object({ id: Id, title: Type.String(), now: Standing, next: Standing }),
          { description: 'the first 20, in story order' },
        ),
        total: Type.Integer(),
        hidden_before: Type.Integer({
          description:
            'with publish: number of earlier episodes hidden from readers; they count towards its own number',
        }),
        buyers: Type.Integer({
          description: 'with unpublish and delete: number of readers who paid for it and still have it',
        }),
      }),
    },
  },
  'GET /creator/deleted_stories': {
    tag: 'Console',
    summary: "List the viewer's own stories deleted in the last 30 days, newest first",
    access: 'user',
    query: Type.Object(PageQuery),
    replies: { 200: Type.Object({ stories: Type.Array(DeletedStory), ...PageReply }) },
  },
  'POST /creator/deleted_stories/:id/restore': {
    tag: 'Console',
    summary: 'Restore a deleted story as it was',
    access: 'user',
    params: IdParams,
    replies: { 200: StoryReply },
    refusals: [404],
    form: {},
  },
  'POST /creator/episodes/:id/publish': {
    tag: 'Console',
    summary: 'Publish an episode now',
    description:
      'The episode must be in progress or scheduled, and it must be ready. 409 `not_ready` lists what is missing.',
    access: 'user',
    params: IdParams,
    body: Type.Object({ lock_version: LockVersion }),
    replies: { 200: EpisodeReply },
    refusals: [403],
    members: NOT_READY,
    form: {},
  },
  'POST /creator/episodes/:id/unpublish': {
    tag: 'Console',
    summary: 'Unpublish an episode',
    access: 'user',
    params: IdParams,
    replies: { 200: EpisodeReply },
    refusals: [403, 409],
    form: {},
  },
  'POST /creator/stories/:id/releases': {
    tag: 'Console',
    summary: 'Publish or schedule several episodes',
    description:
      'Each episode has its own transaction and outcome, so a refused episode does not stop the others. ' +
      'A repeated call changes nothing. Scheduling requires `date`, `time` and `zone_name`.',
    access: 'user',
    params: IdParams,
    body: Type.Object({
      deed: OneOf(['publish', 'schedule']),
      episode_ids: Type.Array(Id, { minItems: 1, maxItems: TOGETHER_MAX_COUNT }),
      ...Type.Partial(Type.Object(PlanFields)).properties,
    }),
    replies: {
      200: Type.Object({
        outcomes: Type.Array(
          Type.Object({
            episode_id: Id,
            number: Nullable(Type.Integer({ description: 'null if the story has no such episode' })),
            title: Nullable(Type.String()),
            outcome: OneOf(['published', 'scheduled', 'refused']),
            publish_at: Nullable(Moment),
            publish_zone: Nullable(Type.String()),
            code: Nullable(Type.String({ description: 'reason for the refusal' })),
            message: Nullable(Type.String()),
            missing: Type.Array(OneOf(SHORTCOMINGS), { description: 'with `not_ready`: unmet requirements' }),
          }),
          { description: 'in the order of the story' },
        ),
      }),
    },
    refusals: [403],
    form: {},
  },
  'POST /creator/pages/:id/swap': {
    tag: 'Console',
    summary: 'Replace a page of a published episode',
    description:
      'The call replaces the picture of a published page in one transaction. The caller must be allowed to publish. ' +
      'The page keeps its id, and the episode keeps its dates and unlocks. Subscribers are not notified again. ' +
      "The picture must be the caller's own, from `POST /media`. Its purpose must be `page` or `strip`, depending on " +
      "the story's format. The call fails with 409 `media_not_ready` until the picture is processed. A repeated call " +
      'changes nothing.',
    access: 'user',
    params: IdParams,
    body: Type.Object({ media_id: Id, lock_version: LockVersion }),
    replies: { 200: PagesReply },
    refusals: [403, 409],
  },
  'POST /creator/episodes/:id/schedule': {
    tag: 'Console',
    summary: 'Schedule or reschedule an episode',
    description:
      'The day and time are local to the zone and must be 2 minutes to 1 year ahead. A time that the clocks skip ' +
      'moves forward by the gap. If a time occurs twice, the earlier one counts. `adjusted` reports both cases. ' +
      '409 `not_ready` lists what is missing.',
    access: 'user',
    params: IdParams,
    body: Type.Object({
      ...PlanFields,
      lock_version: LockVersion,
    }),
    replies: { 200: Type.Object({ episode: ConsoleEpisode, adjusted: Nullable(OneOf(['gap', 'overlap'])) }) },
    refusals: [403],
    members: NOT_READY,
    form: {},
  },
  'POST /creator/episodes/:id/unschedule': {
    tag: 'Console',
    summary: 'Unschedule an episode',
    access: 'user',
    params: IdParams,
    replies: { 200: EpisodeReply },
    refusals: [403, 409],
    form: {},
  },
  'GET /creator/schedule': {
    tag: 'Console',
    summary: "List scheduled and published releases of the viewer's stories",
    description:
      `The range may be at most ${SCHEDULE_MAX_DAYS} days long. ` +
      'By default it covers 31 days back and 31 days ahead.',
    access: 'user',
    query: Type.Object({
      from: Type.Optional(Type.String({ maxLength: 30, description: 'ISO 8601, inclusive' })),
      to: Type.Optional(Type.String({ maxLength: 30, description: 'ISO 8601, exclusive' })),
    }),
    replies: {
      200: Type.Object({
        from: Moment,
        to: Moment,
        entries: Type.Array(ScheduleEntry, { description: 'sorted by time' }),
        more: Type.Boolean({
          description: `whether the range has more than the ${SCHEDULE_ENTRIES_MAX_COUNT} listed entries`,
        }),
      }),
    },
  },
  'GET /creator/episodes/:id/events': {
    tag: 'Console',
    summary: 'List the receipts of an episode, newest first',
    access: 'user',
    params: IdParams,
    query: Type.Object(PageQuery),
    replies: { 200: Type.Object({ events: Type.Array(EpisodeReceipt), ...PageReply }) },
  },
});
