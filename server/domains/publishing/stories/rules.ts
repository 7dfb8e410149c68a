import type { PublicationType, StoryFormat, TeamRole } from '#db/schema/index.ts';
import { DAY_MS } from '../../../lib/durations.ts';
import type { FieldErrors } from '../../../lib/errors.ts';
import { isBlank, lengthOf } from '../../../lib/text.ts';
import { mayDo } from '../../platform/policy/rules.ts';

export type { PublicationType };

export const PUBLICATION_TYPES = ['comics', 'indie', 'novel'] as const satisfies readonly PublicationType[];
export const FORMATS = ['page_ltr', 'page_rtl', 'strip'] as const satisfies readonly StoryFormat[];
export const RATINGS = ['all', 'teen13', 'mature16'] as const;
export const TITLE_MAX_LENGTH = 120;
export const DESCRIPTION_MAX_LENGTH = 3000;
export const TAGS_MAX_COUNT = 10;
export const TAG_MAX_LENGTH = 30;

/** Each genre has a name (`genres`) and a sentence (`genreSentences`). */
const COMMON_GENRES = [
  'action',
  'adventure',
  'comedy',
  'crime',
  'drama',
  'fantasy',
  'historical',
  'horror',
  'mystery',
  'romance',
  'sci_fi',
  'slice_of_life',
  'sports',
  'superhero',
  'supernatural',
  'thriller',
  'educational',
  'other',
] as const;
const NOVEL_GENRES = ['contemporary', 'young_adult', 'poetry', 'short_story', 'non_fiction'] as const;

export const GENRES = [...COMMON_GENRES, ...NOVEL_GENRES] as const;
export type Genre = (typeof GENRES)[number];

export const genresOf = (type: PublicationType): readonly Genre[] =>
  type === 'novel' ? GENRES : COMMON_GENRES;

/** Publishers make no indie stories (STO-33). */
export const typesFor = ({ publisher }: { publisher: boolean }): readonly PublicationType[] =>
  publisher ? PUBLICATION_TYPES.filter((type) => type !== 'indie') : PUBLICATION_TYPES;

/** Languages of stories: ISO 639-1, plus script or country where readers distinguish two. Akan includes Twi. */
export const STORY_LANGUAGES = (
  'aa ab ae af ak am an ar as av ay az ba be bg bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en eo ' +
  'es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka ' +
  'kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng ' +
  'nl nn no nr nv ny oc oj om or os pa pi pl ps pt pt-BR qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su ' +
  'sv sw ta te tg th ti tk tl tn to tr ts tt ty ug uk ur uz ve vi vo wa wo xh yi yo za zh-Hans zh-Hant zu'
).split(' ');

export type StoryFacts = {
  publicationType: PublicationType;
  format: StoryFormat | null;
  genre: string;
  language: string;
  tags: readonly string[];
};

/** Rules that a schema cannot express: genre by type, a format unless it is a novel, no indie for publishers. */
export function checkStory(story: StoryFacts, { publisher }: { publisher: boolean }): FieldErrors {
  const fields: FieldErrors = {};
  if (!genresOf(story.publicationType).some((genre) => genre === story.genre)) fields.genre = ['invalid'];
  if (!STORY_LANGUAGES.includes(story.language)) fields.language = ['invalid'];
  if ((story.publicationType === 'novel') !== (story.format === null)) fields.format = ['invalid'];
  if (publisher && story.publicationType === 'indie') fields.publication_type = ['not_of_publisher'];
  return { ...fields, ...checkTags(story.tags) };
}

/** At most 10 tags of at most 30 characters, counted after normalization. */
export function checkTags(tags: readonly string[]): FieldErrors {
  if (tags.length > TAGS_MAX_COUNT) return { tags: ['too_many'] };
  return tags.some((tag) => lengthOf(tag) > TAG_MAX_LENGTH) ? { tags: ['too_long'] } : {};
}

/** Drops duplicates, regardless of case, and invisible tags. Forms send one text with commas. */
export function normalizeTags(tags: string | readonly string[]): string[] {
  const seen = new Map<string, string>();
  const given = typeof tags === 'string' ? tags.split(/[,\n]/) : tags;
  for (const tag of given.map((text) => text.trim().replace(/\s+/g, ' '))) {
    const key = tag.toLowerCase();
    if (!isBlank(tag) && !seen.has(key)) seen.set(key, tag);
  }
  return [...seen.values()];
}

/** A tag in URLs. Case, compatibility forms, blanks and punctuation do not matter. Empty if nothing else remains. */
export const tagKey = (tag: string): string =>
  tag
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\p{P}\p{Z}\p{C}]+/gu, '-')
    .replace(/^-|-$/g, '');

export const tagKeysOf = (tags: readonly string[]): string[] => [
  ...new Set(tags.map(tagKey).filter((key) => key !== '')),
];

/** STO-30: how long an owner can restore a deleted story. */
export const DELETED_KEPT_DAYS = 30;
const DELETED_KEPT_MS = DELETED_KEPT_DAYS * DAY_MS;

export const keptSince = (now: Date): Date => new Date(now.getTime() - DELETED_KEPT_MS);
export const keptUntil = (deletedAt: Date): Date => new Date(deletedAt.getTime() + DELETED_KEPT_MS);
export const isBeforePurge = (deletedAt: Date, now: Date): boolean => deletedAt >= keptSince(now);

export const STORY_FILTERS = ['all', 'published', 'work_in_progress'] as const;
export type StoryFilter = (typeof STORY_FILTERS)[number];

export const STORY_SORTS = ['last_update', 'title', 'views', 'subscribers', 'next_release'] as const;
export type StorySort = (typeof STORY_SORTS)[number];

/** Next steps of a story's team. Steps that begin with `await` depend on others or on the machine. */
export const STEPS = [
  'add_cover',
  'mend_cover',
  'add_first_episode',
  'mend_pages',
  'upload_pages',
  'write_chapter',
  'await_pictures',
  'release',
  'await_release',
  'add_next_episode',
] as const;
export type Step = (typeof STEPS)[number];

export type StepFacts = {
  role: TeamRole;
  publicationType: PublicationType;
  cover: 'none' | 'processing' | 'failed' | 'ready';
  episodes: { count: number; scheduled: number };
  /** The episode that needs attention first: with failed pages, else the first in progress. */
  open: {
    id: string;
    number: number;
    inProgress: boolean;
    pages: number;
    failed: number;
    waiting: number;
    chapters: number;
  } | null;
};

export type NextStep = {
  kind: Step;
  episode_id: string | null;
  episode_number: number | null;
  count: number;
};

/** Failures come first, then steps that readers wait for. */
export function nextStep({ role, publicationType, cover, episodes, open }: StepFacts): NextStep | null {
  if (!mayDo(role, 'edit')) return null;
  const ofStory = (kind: Step): NextStep => ({ kind, episode_id: null, episode_number: null, count: 0 });
  if (cover === 'none') return ofStory('add_cover');
  if (cover === 'failed') return ofStory('mend_cover');
  if (episodes.count === 0) return ofStory('add_first_episode');
  if (open !== null) {
    const ofEpisode = (kind: Step, count = 0): NextStep => ({
      kind,
      episode_id: open.id,
      episode_number: open.number,
      count,
    });
    if (open.failed > 0) return ofEpisode('mend_pages', open.failed);
    if (open.inProgress) {
      if (publicationType === 'novel' && open.chapters === 0) return ofEpisode('write_chapter');
      if (publicationType !== 'novel' && open.pages === 0) return ofEpisode('upload_pages');
      if (open.waiting > 0 || cover === 'processing') return ofEpisode('await_pictures', open.waiting);
      return ofEpisode(mayDo(role, 'publish') ? 'release' : 'await_release');
    }
  }
  return ofStory('add_next_episode');
}
