/** What a story lacks or what its creator does next, told in the list. Facts in, key of the words out. */
export type StoryFacts = {
  cover_media_id: string | null;
  cover_url: string | null;
  episodes_count: number;
  published_count: number;
};

// keys: console.next.addCover console.next.awaitCover console.next.addEpisode console.next.publishFirst console.next.drafts console.next.allPublished
export type NextStep = 'addCover' | 'awaitCover' | 'addEpisode' | 'publishFirst' | 'drafts' | 'allPublished';

export function nextStep(story: StoryFacts): NextStep {
  if (story.cover_media_id === null) return 'addCover';
  if (story.cover_url === null) return 'awaitCover';
  if (story.episodes_count === 0) return 'addEpisode';
  if (story.published_count === 0) return 'publishFirst';
  return story.published_count < story.episodes_count ? 'drafts' : 'allPublished';
}
