import type { StorySource } from '../types.ts';

export const laneFour: StorySource = {
  slug: 'lane-four',
  creator: 'rin',
  title: 'Lane Four',
  description:
    'Mika swims the fastest fifty in the county and cannot turn. A coach with a bad knee, a rival with good manners, and the lane nobody wants because it looks you in the eye.',
  publicationType: 'comics',
  format: 'strip',
  rating: 'all',
  genre: 'sports',
  language: 'en',
  tags: ['swimming', 'rivals', 'team', 'summer'],
  pricing: { type: 'all_free' },
  figures: { subscribers: 9311, views: 86505, likes: 4209 },
  pace: { latestDaysAgo: 0, everyDays: 35, time: '12:00' },
  parts: [
    { title: 'The Wall', pages: 3 },
    { title: 'Six O’Clock', pages: 3 },
    { title: 'Count Three', pages: 3 },
    { title: 'Heat Two', pages: 3 },
  ],
};
