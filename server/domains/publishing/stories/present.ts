import type { stories } from '#db/schema/index.ts';

type Details =
  | 'id'
  | 'slug'
  | 'title'
  | 'description'
  | 'publicationType'
  | 'format'
  | 'rating'
  | 'genre'
  | 'language'
  | 'tags';

export const presentStory = (story: Pick<typeof stories.$inferSelect, Details>) => ({
  id: story.id,
  slug: story.slug,
  title: story.title,
  description: story.description,
  publication_type: story.publicationType,
  format: story.format,
  rating: story.rating,
  genre: story.genre,
  language: story.language,
  tags: story.tags,
});
