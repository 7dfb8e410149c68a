import type { Api } from '../../../server/api.ts';
import type { BodyOf, ReplyOf } from '../../../server/lib/contract.ts';
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

/** Tags and descriptions can be joined. Other details allow only one value. */
export const canBeBoth = (name: DetailName): boolean => name === 'tags' || name === 'description';

export function both(
  name: DetailName,
  { mine, theirs }: { mine: Details; theirs: Details },
): Partial<Details> {
  if (name === 'tags') return { tags: parseTags([...theirs.tags, ...mine.tags].join(',')) };
  return { description: `${theirs.description}\n\n${mine.description}` };
}
