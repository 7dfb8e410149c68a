import type { StorySource } from '../types.ts';

export const downHere: StorySource = {
  slug: 'down-here',
  creator: 'teo',
  title: 'Down Here',
  description:
    'The village well has been dry for forty years, and this spring the bucket came up heavy. Do not scroll too fast.',
  publicationType: 'comics',
  format: 'strip',
  rating: 'mature16',
  genre: 'horror',
  language: 'en',
  tags: ['horror', 'well', 'village', 'vertical', 'slow dread'],
  pricing: { type: 'all_free' },
  figures: { subscribers: 15022, views: 144025, likes: 4611 },
  pace: { latestDaysAgo: 6, everyDays: 21, time: '13:00' },
  parts: [
    { title: 'Heavy', pages: 3 },
    { title: 'The Coat', pages: 3 },
    { title: 'Rope', pages: 3 },
    { title: 'Hooks', pages: 3 },
  ],
};
