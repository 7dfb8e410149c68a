/** The details of a story as its form holds them: what has changed, and what two people changed at once. */
import type { Api } from '../../server/api.ts';
import type { BodyOf, ReplyOf } from '../../server/lib/contract.ts';
import { parseTags } from './tags.ts';

export type Story = ReplyOf<Api['GET /creator/stories/:id']>['story'];
export type Change = BodyOf<Api['PATCH /creator/stories/:id']>;

export const FIELDS = [
  'cover_media_id',
  'title',
  'format',
  'genre',
  'language',
  'description',
  'tags',
  'rating',
] as const;
export type DetailName = (typeof FIELDS)[number];

export type Details = Pick<Story, DetailName>;

export const detailsOf = (story: Story): Details => ({
  cover_media_id: story.cover_media_id,
  title: story.title,
  format: story.format,
  genre: story.genre,
  language: story.language,
  description: story.description,
  tags: story.tags,
  rating: story.rating,
});

/** Blanks around a title are none, and the server does not keep them. */
const plain = (value: Details[DetailName]): string =>
  typeof value === 'string' ? value.trim() : JSON.stringify(value);

export const isSame = (name: DetailName, one: Details, other: Details): boolean =>
  plain(one[name]) === plain(other[name]);

export const changedBetween = (before: Details, after: Details): DetailName[] =>
  FIELDS.filter((name) => !isSame(name, before, after));

/** Some of the details, as a change of the story. */
export function changeOf(details: Details, names: readonly DetailName[]): Change {
  return Object.fromEntries(names.map((name) => [name, details[name]])) as Change;
}

export type Merge = {
  /** Theirs where only they changed something, else mine. */
  details: Details;
  /** What only they changed. */
  taken: DetailName[];
  /** What both changed, and not to the same. */
  disputed: DetailName[];
};

/** What becomes of two changes of the same story, `before` being what both had begun with. */
export function merge(before: Details, mine: Details, theirs: Details): Merge {
  const byThem = changedBetween(before, theirs);
  const disputed = byThem.filter((name) => !isSame(name, before, mine) && !isSame(name, mine, theirs));
  const taken = byThem.filter((name) => isSame(name, before, mine));
  return { details: { ...mine, ...pick(theirs, taken) }, taken, disputed };
}

export const pick = (details: Details, names: readonly DetailName[]): Partial<Details> =>
  Object.fromEntries(names.map((name) => [name, details[name]]));

/** Tags and texts can stand one after the other; of anything else there is one. */
export const canBeBoth = (name: DetailName): boolean => name === 'tags' || name === 'description';

export function both(name: DetailName, mine: Details, theirs: Details): Partial<Details> {
  if (name === 'tags') return { tags: parseTags([...theirs.tags, ...mine.tags].join(',')) };
  return { description: `${theirs.description}\n\n${mine.description}` };
}
