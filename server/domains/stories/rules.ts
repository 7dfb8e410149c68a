/** Owns what a story may be and who may do what with it. */
import type { PublicationType, StoryFormat, TeamRole } from '../../../db/schema/index.ts';
import type { FieldErrors } from '../../lib/errors.ts';
import { isBlank } from '../../lib/text.ts';

export const PUBLICATION_TYPES = ['comics', 'indie', 'novel'] as const satisfies readonly PublicationType[];
export const FORMATS = ['page_ltr', 'page_rtl', 'strip'] as const satisfies readonly StoryFormat[];
export const RATINGS = ['all', 'teen13', 'mature16'] as const;
export const TITLE_MOST = 120;
export const DESCRIPTION_MOST = 3000;
export const TAGS_MOST = 10;
export const TAG_MOST = 30;

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

/** ISO 639-1: the languages a story may be written in. */
export const STORY_LANGUAGES = (
  'aa ab ae af ak am an ar as av ay az ba be bg bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en eo ' +
  'es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka ' +
  'kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng ' +
  'nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su ' +
  'sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu'
).split(' ');

export type StoryFacts = {
  publicationType: PublicationType;
  format: StoryFormat | null;
  genre: string;
  language: string;
  tags: readonly string[];
};

/** What a schema cannot say: genre by type, a format for what has pages and none for novels, publishers without indie. */
export function checkStory(story: StoryFacts, { publisher }: { publisher: boolean }): FieldErrors {
  const fields: FieldErrors = {};
  if (!genresOf(story.publicationType).some((genre) => genre === story.genre)) fields.genre = ['invalid'];
  if (!STORY_LANGUAGES.includes(story.language)) fields.language = ['invalid'];
  if ((story.publicationType === 'novel') !== (story.format === null)) fields.format = ['invalid'];
  if (publisher && story.publicationType === 'indie') fields.publication_type = ['not_of_publisher'];
  if (story.tags.length > TAGS_MOST) fields.tags = ['too_many'];
  return fields;
}

/** Tags without blanks around them and without repetition, regardless of case; one that nobody can see is none. */
export function normalizeTags(tags: readonly string[]): string[] {
  const seen = new Map<string, string>();
  for (const tag of tags.map((text) => text.trim().replace(/\s+/g, ' '))) {
    const key = tag.toLowerCase();
    if (!isBlank(tag) && !seen.has(key)) seen.set(key, tag);
  }
  return [...seen.values()];
}

export type StoryAction = 'view' | 'edit' | 'publish' | 'delete' | 'manage_team';

/** decisions.md §8: the publisher of a team may publish, the editor edits drafts, the viewer looks. */
const RIGHTS: Record<TeamRole, readonly StoryAction[]> = {
  owner: ['view', 'edit', 'publish', 'delete', 'manage_team'],
  publisher: ['view', 'edit', 'publish'],
  editor: ['view', 'edit'],
  viewer: ['view'],
};

export const mayDo = (role: TeamRole, action: StoryAction): boolean => RIGHTS[role].includes(action);
