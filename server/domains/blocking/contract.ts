import Type from 'typebox';
import { defineContract } from '../../lib/contract.ts';
import { LOCALES } from '../../lib/locale.ts';
import {
  Id,
  IdParams,
  Message,
  Moment,
  Nullable,
  OneOf,
  PageQuery,
  PageReply,
  RequiredText,
} from '../../lib/schemas.ts';
import { HappenedMember, Seen, Version } from '../audit/contract-seen.ts';
import { EPISODE_STATUSES } from '../episodes/contract.ts';
import { VIOLATIONS } from '../policy/rules.ts';
import {
  APPEAL_DECISIONS,
  APPEAL_TEXT_LENGTHS,
  BLOCK_GROUNDS,
  BLOCK_SUBJECTS,
  FACTS_MAX_LENGTH,
  NOTE_MAX_LENGTH,
  RULE_MAX_LENGTH,
} from './rules.ts';

export const PHRASE_MAX_LENGTH = 100;
export const WORKS_COUNTED_MAX = 1000;

const Reasons = Type.Object({
  reason: RequiredText(
    FACTS_MAX_LENGTH,
    'what is wrong, and where; at most 1,000 characters; its team reads it',
  ),
  category: Type.Optional(OneOf(VIOLATIONS, 'by default `other`')),
  ground: Type.Optional(OneOf(BLOCK_GROUNDS, 'what it rests on; by default `guidelines`')),
  rule: Type.Optional(
    Type.String({ maxLength: RULE_MAX_LENGTH, description: 'the clause of the guidelines, or the law' }),
  ),
  found_automatically: Type.Optional(
    Type.Boolean({ description: 'whether a program found it; false by default' }),
  ),
});

const Person = Type.Object({ id: Id, slug: Type.String(), display_name: Type.String() });
const StoryName = Type.Object({ id: Id, slug: Type.String(), title: Type.String() });

/** An episode as an administrator sees it. */
export const AdminEpisode = Type.Object({
  id: Id,
  number: Type.Integer(),
  title: Type.String(),
  status: OneOf(EPISODE_STATUSES),
  pages_count: Type.Integer(),
  publish_at: Nullable(Moment),
  published_at: Nullable(Moment),
  blocked_at: Nullable(Moment),
  blocked_from: Nullable(OneOf(EPISODE_STATUSES)),
  blocked_reason: Nullable(Type.String()),
  blocked_with_story: Type.Boolean({ description: 'whether it is blocked because its story is' }),
  statement_id: Nullable({ ...Id, description: 'the last statement of reasons' }),
  reports_count: Type.Integer({ description: 'open ones' }),
  story: StoryName,
  owner: Person,
});

export const AdminStory = Type.Object({
  id: Id,
  slug: Type.String(),
  title: Type.String(),
  published: Type.Boolean(),
  episodes_count: Type.Integer(),
  published_count: Type.Integer(),
  blocked_at: Nullable(Moment),
  statement_id: Nullable({ ...Id, description: 'the last statement of reasons' }),
  reports_count: Type.Integer({ description: 'open ones' }),
  owner: Person,
});

export const FoundEpisode = Type.Object({
  id: Id,
  number: Type.Integer(),
  title: Type.String(),
  status: OneOf(EPISODE_STATUSES),
  story: StoryName,
  owner: Person,
});

export const FoundStory = Type.Object({
  id: Id,
  slug: Type.String(),
  title: Type.String(),
  published: Type.Boolean(),
  blocked: Type.Boolean(),
  owner: Person,
});

export const StatementView = Type.Object({
  id: Id,
  number: Type.Integer(),
  subject_type: OneOf(BLOCK_SUBJECTS),
  subject_id: Id,
  story: Nullable(StoryName),
  episode: Nullable(Type.Object({ id: Id, number: Type.Integer(), title: Type.String() })),
  category: OneOf(VIOLATIONS),
  ground: OneOf(BLOCK_GROUNDS),
  rule: Type.String(),
  facts: Type.String(),
  found_automatically: Type.Boolean(),
  reports_count: Type.Integer({ description: 'reports of readers that were open' }),
  created_at: Moment,
  ended_at: Nullable(Moment),
  appeal_until: Moment,
  may_appeal: Type.Boolean(),
  appeal: Nullable(Type.Object({ text: Type.String(), at: Moment })),
  decision: Nullable(Type.Object({ decision: OneOf(APPEAL_DECISIONS), note: Type.String(), at: Moment })),
});

export const AdminStatement = Type.Object({
  ...StatementView.properties,
  version: Version,
  owner: Nullable(Person),
  blocked_by: Nullable(Person),
  decided_by: Nullable(Person),
  is_own: Type.Boolean({ description: 'whether the viewer has blocked it' }),
  may_decide: Type.Boolean({
    description: 'false for whoever has blocked it, unless nobody else could decide',
  }),
});

/** A statement of reasons as its owner would read it. */
export const Letter = Type.Object({
  language: OneOf(LOCALES, 'of its owner'),
  title: Type.String(),
  paragraphs: Type.Array(Type.String()),
});

const LetterReply = Type.Object({ letter: Letter });
const AdminEpisodeReply = Type.Object({ episode: AdminEpisode });
const AdminStoryReply = Type.Object({ story: AdminStory });
const Search = {
  q: Type.Optional(
    Type.String({ maxLength: PHRASE_MAX_LENGTH, description: 'part of a title or a slug, or a whole id' }),
  ),
  blocked: Type.Optional(Type.Boolean({ description: 'only what is blocked' })),
  ...PageQuery,
};
const counted = `at most ${WORKS_COUNTED_MAX} are found and counted`;
const administration = { tag: 'Administration', access: 'administrator' } as const;

export const blockingContract = defineContract({
  'GET /admin/episodes': {
    ...administration,
    summary: 'Find episodes in any state',
    query: Type.Object(Search),
    replies: {
      200: Type.Object({ episodes: Type.Array(FoundEpisode, { description: counted }), ...PageReply }),
    },
  },
  'GET /admin/episodes/:id': {
    ...administration,
    summary: 'Get an episode in any state',
    params: IdParams,
    replies: { 200: AdminEpisodeReply },
  },
  'POST /admin/episodes/:id/block': {
    ...administration,
    summary: 'Block an episode: readers lose it at once, its team cannot change it',
    description:
      'Its owner gets a statement of reasons by mail and in the console, and may object to it once.',
    params: IdParams,
    body: Reasons,
    replies: { 200: AdminEpisodeReply },
    refusals: [409],
    form: {},
  },
  'POST /admin/episodes/:id/letter': {
    ...administration,
    summary: 'Show the letter that a block of an episode would send; nothing is kept',
    params: IdParams,
    body: Reasons,
    replies: { 200: LetterReply },
    form: { shown: true },
  },
  'POST /admin/episodes/:id/unblock': {
    ...administration,
    summary: 'Unblock an episode: it becomes published if it was, else in progress',
    description: '409 `story_is_blocked` while it is blocked with its story.',
    params: IdParams,
    replies: { 200: AdminEpisodeReply },
    refusals: [409],
    form: {},
  },
  'GET /admin/stories': {
    ...administration,
    summary: 'Find stories in any state',
    query: Type.Object(Search),
    replies: {
      200: Type.Object({ stories: Type.Array(FoundStory, { description: counted }), ...PageReply }),
    },
  },
  'GET /admin/stories/:id': {
    ...administration,
    summary: 'Get a story in any state',
    params: IdParams,
    replies: { 200: AdminStoryReply },
  },
  'POST /admin/stories/:id/block': {
    ...administration,
    summary: 'Block a story: readers lose all its episodes at once',
    description:
      'Nothing of it can be published or scheduled meanwhile. Its owner gets a statement of reasons by mail and in the ' +
      'console, and may object to it once.',
    params: IdParams,
    body: Reasons,
    replies: { 200: AdminStoryReply },
    refusals: [409],
    form: {},
  },
  'POST /admin/stories/:id/letter': {
    ...administration,
    summary: 'Show the letter that a block of a story would send; nothing is kept',
    params: IdParams,
    body: Reasons,
    replies: { 200: LetterReply },
    form: { shown: true },
  },
  'POST /admin/stories/:id/unblock': {
    ...administration,
    summary: 'Unblock a story: its episodes come back as they were',
    description:
      'A release that was planned is planned again if its time is still to come. Episodes that were blocked by ' +
      'themselves stay blocked.',
    params: IdParams,
    replies: { 200: AdminStoryReply },
    refusals: [409],
    form: {},
  },
  'GET /admin/appeals': {
    ...administration,
    summary: 'List objections to blocks: open ones the longest waiting first, others newest first',
    query: Type.Object({
      state: Type.Optional(OneOf(['open', 'decided'], 'by default `open`')),
      ...PageQuery,
    }),
    replies: { 200: Type.Object({ appeals: Type.Array(AdminStatement), ...PageReply }) },
  },
  'PATCH /admin/appeals/:id': {
    ...administration,
    summary: 'Decide an objection',
    description:
      'By another administrator than the one who blocked it, else 403 `other_administrator_decides`; where there is no ' +
      'other one, the same may decide, and the log says so. `granted` unblocks it.',
    params: IdParams,
    body: Type.Object({
      decision: OneOf(APPEAL_DECISIONS),
      note: RequiredText(NOTE_MAX_LENGTH, 'why; at most 1,000 characters; its owner reads it'),
      seen: Seen,
    }),
    replies: { 200: Type.Object({ appeal: AdminStatement, ...Message.properties }) },
    members: { 409: HappenedMember },
    form: {},
  },
  'GET /creator/statements': {
    tag: 'Console',
    summary: "List statements of reasons about the viewer's stories, newest first",
    access: 'user',
    query: Type.Object(PageQuery),
    replies: { 200: Type.Object({ statements: Type.Array(StatementView), ...PageReply }) },
  },
  'GET /creator/statements/:id': {
    tag: 'Console',
    summary: 'Get a statement of reasons: why a story or an episode was blocked',
    access: 'user',
    params: IdParams,
    replies: { 200: Type.Object({ statement: StatementView }) },
  },
  'POST /creator/statements/:id/appeal': {
    tag: 'Console',
    summary: 'Object to a block, once',
    description:
      'Within 6 months, by whoever may publish the story; somebody else reads it. 409 `appeal_made`, `appeal_late` or ' +
      '`block_lifted`.',
    access: 'user',
    params: IdParams,
    body: Type.Object({
      text: Type.String({
        minLength: 1,
        maxLength: APPEAL_TEXT_LENGTHS.most,
        blank: false,
        description: '10 to 2,000 characters',
      }),
    }),
    replies: { 200: Type.Object({ statement: StatementView, ...Message.properties }) },
    refusals: [403, 409, 429],
    form: {},
  },
});
