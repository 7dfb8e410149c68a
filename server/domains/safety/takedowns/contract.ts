import Type from 'typebox';
import { defineContract } from '../../../lib/contract.ts';
import { IdParams, Message, OneOf, PageQuery, PageReply, RequiredText } from '../../../lib/schemas.ts';
import { FILTER_MAX_LENGTH } from '../../../lib/text.ts';
import { HappenedMember, Seen } from '../../platform/audit/contract-seen.ts';
import { contentCalls } from './contract-contents.ts';
import {
  AdminEpisode,
  AdminStatement,
  AdminStory,
  FoundEpisode,
  FoundStory,
  LetterReply,
  Reasons,
  StatementView,
  WORKS_COUNTED_MAX,
} from './contract-shown.ts';
import { APPEAL_DECISIONS, APPEAL_NOTE_MAX_LENGTH, APPEAL_TEXT_LENGTHS } from './rules.ts';

const AdminEpisodeReply = Type.Object({ episode: AdminEpisode });
const AdminStoryReply = Type.Object({ story: AdminStory });
const Search = {
  q: Type.Optional(
    Type.String({ maxLength: FILTER_MAX_LENGTH, description: 'part of a title or a slug, or a whole id' }),
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
  ...contentCalls,
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
      note: RequiredText(APPEAL_NOTE_MAX_LENGTH, 'why; at most 1,000 characters; its owner reads it'),
      seen: Seen,
    }),
    replies: { 200: Type.Object({ appeal: AdminStatement, ...Message.properties }) },
    members: { 409: HappenedMember },
    form: {},
  },
  'GET /creator/statements': {
    tag: 'Console',
    summary: "List statements of reasons about the viewer's stories, texts and pictures, newest first",
    access: 'user',
    query: Type.Object(PageQuery),
    replies: { 200: Type.Object({ statements: Type.Array(StatementView), ...PageReply }) },
  },
  'GET /creator/statements/:id': {
    tag: 'Console',
    summary: 'Get a statement of reasons: why something was blocked or hidden',
    access: 'user',
    params: IdParams,
    replies: { 200: Type.Object({ statement: StatementView }) },
  },
  'POST /creator/statements/:id/appeal': {
    tag: 'Console',
    summary: 'Object to a block, once',
    description:
      'Within 6 months, by whoever may publish the story or has written the text; somebody else reads it. 409 `appeal_made`, `appeal_late` or ' +
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
