import type { Unit } from '#islands/reading/StoryActions.tsx';
import type { ShownStory } from '#islands/reading/story/reader.ts';
import type { StoryPage } from '../../../server/domains/reading/reader/queries-story.ts';

export const shownStory = ({ id, slug, shown }: StoryPage): ShownStory => ({
  id,
  slug,
  episodesFrom: shown?.first ?? 1,
});

export const unitOf = ({ publicationType, format }: StoryPage): Unit =>
  publicationType === 'novel' ? 'chapter' : format === 'strip' ? 'part' : 'page';
