/** What the calls about blocks take and show. */
import Type from 'typebox';
import { LOCALES } from '../../../lib/locale.ts';
import { Id, Moment, Nullable, OneOf, RequiredText } from '../../../lib/schemas.ts';
import { Version } from '../../platform/audit/contract-seen.ts';
import { VIOLATIONS } from '../../platform/policy/rules.ts';
import { EPISODE_STATUSES } from '../../publishing/episodes/contract.ts';
import {
  APPEAL_DECISIONS,
  BLOCK_GROUNDS,
  BLOCK_SUBJECTS,
  CONTENT_SUBJECTS,
  FACTS_MAX_LENGTH,
  RULE_MAX_LENGTH,
} from './rules.ts';

export const WORKS_COUNTED_MAX = 1000;

export const Reasons = Type.Object({
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
  content: Nullable(
    Type.Object({ text: Type.String() }, { description: 'what was hidden, as it stood; null for works' }),
  ),
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

/** A text or picture of somebody as an administrator sees it. */
export const AdminContent = Type.Object({
  subject_type: OneOf(CONTENT_SUBJECTS),
  subject_id: { ...Id, description: 'of the person for both parts of a profile' },
  text: Type.String({ description: 'what it says; empty for pictures' }),
  picture_url: Nullable(Type.String()),
  hidden: Type.Boolean({ description: 'by an administrator' }),
  empty: Type.Boolean({ description: 'nothing is there to hide' }),
  statement_id: Nullable({ ...Id, description: 'the last statement of reasons' }),
  reports_count: Type.Integer({ description: 'open ones' }),
  owner: Person,
});

export const LetterReply = Type.Object({ letter: Letter });
