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
    'what is wrong and where, at most 1,000 characters; the team reads it',
  ),
  category: Type.Optional(OneOf(VIOLATIONS, 'default: `other`')),
  ground: Type.Optional(OneOf(BLOCK_GROUNDS, 'basis of the decision; default: `guidelines`')),
  rule: Type.Optional(
    Type.String({ maxLength: RULE_MAX_LENGTH, description: 'clause of the guidelines, or the law' }),
  ),
  found_automatically: Type.Optional(
    Type.Boolean({ description: 'whether a program found the content; default: false' }),
  ),
});

const Person = Type.Object({ id: Id, slug: Type.String(), display_name: Type.String() });
const StoryName = Type.Object({ id: Id, slug: Type.String(), title: Type.String() });

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
  blocked_with_story: Type.Boolean({ description: 'whether the episode is blocked because its story is' }),
  statement_id: Nullable({ ...Id, description: 'latest statement of reasons' }),
  reports_count: Type.Integer({ description: 'number of open reports' }),
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
  statement_id: Nullable({ ...Id, description: 'latest statement of reasons' }),
  reports_count: Type.Integer({ description: 'number of open reports' }),
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
    Type.Object(
      { text: Type.String() },
      { description: 'hidden content as it was; null for stories and episodes' },
    ),
  ),
  category: OneOf(VIOLATIONS),
  ground: OneOf(BLOCK_GROUNDS),
  rule: Type.String(),
  facts: Type.String(),
  found_automatically: Type.Boolean(),
  reports_count: Type.Integer({ description: 'number of reader reports that were open' }),
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
  is_own: Type.Boolean({ description: 'whether the viewer has blocked the subject' }),
  may_decide: Type.Boolean({
    description: 'false for the administrator who blocked the subject, unless nobody else could decide',
  }),
});

export const Letter = Type.Object({
  language: OneOf(LOCALES, 'language of the owner'),
  title: Type.String(),
  paragraphs: Type.Array(Type.String()),
});

export const AdminContent = Type.Object({
  subject_type: OneOf(CONTENT_SUBJECTS),
  subject_id: { ...Id, description: 'for both parts of a profile, the id of the person' },
  text: Type.String({ description: 'text of the content; empty for pictures' }),
  picture_url: Nullable(Type.String()),
  hidden: Type.Boolean({ description: 'hidden by an administrator' }),
  empty: Type.Boolean({ description: 'there is nothing to hide' }),
  statement_id: Nullable({ ...Id, description: 'latest statement of reasons' }),
  reports_count: Type.Integer({ description: 'number of open reports' }),
  owner: Person,
});

export const LetterReply = Type.Object({ letter: Letter });
