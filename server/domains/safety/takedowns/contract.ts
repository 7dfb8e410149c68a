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
    Type.String({ maxLength: FILTER_MAX_LENGTH, description: 'part of a title or a slug, or a full id' }),
  ),
  blocked: Type.Optional(Type.Boolean({ description: 'only blocked episodes or stories' })),
  ...PageQuery,
};
const counted = `the search finds and counts at most ${WORKS_COUNTED_MAX}`;
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
    summary: 'Block an episode',
    description:
      'Readers lose the episode at once, and its team cannot change it. The owner gets a statement of reasons by mail and in the console, and may appeal once.',
    params: IdParams,
    body: Reasons,
    replies: { 200: AdminEpisodeReply },
    refusals: [409],
    form: {},
  },
  'POST /admin/episodes/:id/letter': {
    ...administration,
    summary: 'Preview the letter that blocking an episode would send, without storing it',
    params: IdParams,
    body: Reasons,
    replies: { 200: LetterReply },
    form: { shown: true },
  },
  'POST /admin/episodes/:id/unblock': {
    ...administration,
    summary: 'Unblock an episode',
    description:
      'The episode becomes published if it was published before, else in progress. The call returns 409 `story_is_blocked` while the episode is blocked with its story.',
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
    summary: 'Block a story',
    description:
      'Readers lose all its episodes at once. Meanwhile, none of its episodes can be published or scheduled. ' +
      'The owner gets a statement of reasons by mail and in the console, and may appeal once.',
    params: IdParams,
    body: Reasons,
    replies: { 200: AdminStoryReply },
    refusals: [409],
    form: {},
  },
  'POST /admin/stories/:id/letter': {
    ...administration,
    summary: 'Preview the letter that blocking a story would send, without storing it',
    params: IdParams,
    body: Reasons,
    replies: { 200: LetterReply },
    form: { shown: true },
  },
  'POST /admin/stories/:id/unblock': {
    ...administration,
    summary: 'Unblock a story',
    description:
      'Its episodes return as they were. A scheduled release is scheduled again if its time is still ahead. ' +
      'Episodes that were blocked separately stay blocked.',
    params: IdParams,
    replies: { 200: AdminStoryReply },
    refusals: [409],
    form: {},
  },
  ...contentCalls,
  'GET /admin/appeals': {
    ...administration,
    summary: 'List appeals: open appeals by longest wait, decided appeals newest first',
    query: Type.Object({
      state: Type.Optional(OneOf(['open', 'decided'], 'default: `open`')),
      ...PageQuery,
    }),
    replies: { 200: Type.Object({ appeals: Type.Array(AdminStatement), ...PageReply }) },
  },
  'PATCH /admin/appeals/:id': {
    ...administration,
    summary: 'Decide an appeal',
    description:
      'The administrator who blocked the subject gets 403 `other_administrator_decides`. Without another administrator, ' +
      'the same one may decide, and the log says so. The decision `granted` lifts the block.',
    params: IdParams,
    body: Type.Object({
      decision: OneOf(APPEAL_DECISIONS),
      note: RequiredText(APPEAL_NOTE_MAX_LENGTH, 'reason, at most 1,000 characters; the owner reads it'),
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
    summary: 'Get the statement of reasons for blocked or hidden content',
    access: 'user',
    params: IdParams,
    replies: { 200: Type.Object({ statement: StatementView }) },
  },
  'POST /creator/statements/:id/appeal': {
    tag: 'Console',
    summary: 'Appeal against a block, once',
    description:
      'People who may publish the story or have written the text may appeal within 6 months. Someone else reviews the appeal. ' +
      'The call can return 409 `appeal_made`, `appeal_late` or `block_lifted`.',
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
