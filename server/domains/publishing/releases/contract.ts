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
    missing: Type.Optional(Type.Array(OneOf(SHORTCOMINGS), { description: 'things that the episode lacks' })),
  },
};

/** A day and a time as they are typed, and the zone they are meant in. */
const PlanFields = {
  date: Type.String({ maxLength: 10, description: 'MM/DD/YYYY' }),
  time: Type.String({ maxLength: 8, description: 'HH:mm or HH:mm:ss' }),
  zone_name: Type.String({ maxLength: 60, description: 'IANA zone, as in GET /timezones' }),
  is_announced: Type.Optional(
    Type.Boolean({ description: 'whether readers are told its number and time; false by default' }),
  ),
};

const EpisodeReply = Type.Object({ episode: ConsoleEpisode });
export const SCHEDULE_ENTRIES_MAX_COUNT = 500;
export const SCHEDULE_MAX_DAYS = 100;

/** One line of the calendar: an episode that is to be published, or was. */
export const ScheduleEntry = Type.Object({
  episode_id: Id,
  number: Type.Integer({ description: 'position in the story, from 1' }),
  title: Type.String(),
  status: OneOf(['scheduled', 'published']),
  at: Type.String({
    format: 'date-time',
    description: 'time when it is due or was published; ISO 8601, UTC',
  }),
  publish_wall_time: Nullable(
    Type.String({ description: 'YYYY-MM-DDTHH:mm:ss in publish_zone; null once published' }),
  ),
  publish_zone: Nullable(Type.String({ description: 'IANA zone the time was given in' })),
  is_announced: Type.Boolean({ description: 'whether readers are told of `at`; false once published' }),
  story: Type.Object({
    id: Id,
    slug: Type.String(),
    title: Type.String(),
    language: Type.String({ description: 'ISO 639-1' }),
  }),
  thumbnail_url: Nullable(
    Type.String({ description: 'signed, expires; of the first page where no thumbnail was chosen' }),
  ),
});

const Standing = Type.Object({ number: Type.Integer(), is_free: Type.Boolean() });

/** A story that was given up and can still be brought back. */
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
      `Kept for ${DELETED_KEPT_DAYS} days, in which its owner can bring it back; what is scheduled in it is called off. ` +
      '409 `story_published`, or `story_blocked` while one of its episodes is blocked.',
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
      'Writes nothing. Lists published episodes that would get another number or change between free and premium. The list is empty if the action would be refused.',
    access: 'user',
    params: IdParams,
    body: Type.Object({
      deed: OneOf(['publish', 'unpublish', 'delete', 'move', 'order', 'price']),
      episode_id: Type.Optional({
        ...Id,
        description: 'with publish, unpublish, delete and move; delete without it is that of the story',
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
          { description: 'with price: as the strategy would be set' },
        ),
      ),
    }),
    replies: {
      200: Type.Object({
        consequences: Type.Array(
          Type.Object({ id: Id, title: Type.String(), now: Standing, next: Standing }),
          { description: 'in order, the first 20' },
        ),
        total: Type.Integer(),
        hidden_before: Type.Integer({
          description: 'with publish: earlier episodes that readers do not see; they count in its number',
        }),
        buyers: Type.Integer({
          description: 'with unpublish and delete: readers who have paid for it and keep it so far',
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
    summary: 'Publish now',
    description:
      'The episode must be in progress or scheduled, and ready; 409 `not_ready` lists what is missing.',
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
      'Each episode has its own transaction and its own outcome: one that is refused does not stop the others. ' +
      'A repeated call changes nothing more. `date`, `time` and `zone_name` are needed to schedule.',
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
            number: Nullable(Type.Integer({ description: 'null when the story has no such episode' })),
            title: Nullable(Type.String()),
            outcome: OneOf(['published', 'scheduled', 'refused']),
            publish_at: Nullable(Moment),
            publish_zone: Nullable(Type.String()),
            code: Nullable(Type.String({ description: 'why it was refused' })),
            message: Nullable(Type.String()),
            missing: Type.Array(OneOf(SHORTCOMINGS), { description: 'with `not_ready`' }),
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
      'Replaces the picture of a published page in one transaction; the caller must be allowed to publish. The page ' +
      'keeps its id, the episode its dates and unlocks. Subscribers are not notified again. The picture is an own one ' +
      'from `POST /media` with the purpose `page` or `strip`, as the story is drawn. 409 `media_not_ready` until it is ' +
      'processed. A repeated call changes nothing more.',
    access: 'user',
    params: IdParams,
    body: Type.Object({ media_id: Id, lock_version: LockVersion }),
    replies: { 200: PagesReply },
    refusals: [403, 409],
  },
  'POST /creator/episodes/:id/schedule': {
    tag: 'Console',
    summary: 'Schedule or reschedule',
    description:
      'The day and time are local to the zone, 2 minutes to 1 year ahead. A time that clocks skip moves forward by the ' +
      'gap. Of a time that clocks show twice, the earlier is taken. `adjusted` tells either case. 409 `not_ready` lists ' +
      'what is missing.',
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
    description: `At most ${SCHEDULE_MAX_DAYS} days; by default 31 days back and 31 ahead.`,
    access: 'user',
    query: Type.Object({
      from: Type.Optional(Type.String({ maxLength: 30, description: 'ISO 8601, included' })),
      to: Type.Optional(Type.String({ maxLength: 30, description: 'ISO 8601, not included' })),
    }),
    replies: {
      200: Type.Object({
        from: Moment,
        to: Moment,
        entries: Type.Array(ScheduleEntry, { description: 'by time' }),
        more: Type.Boolean({
          description: `whether the range holds more than the ${SCHEDULE_ENTRIES_MAX_COUNT} listed`,
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
