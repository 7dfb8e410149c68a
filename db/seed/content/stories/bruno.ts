import type { StorySource } from '../types.ts';

export const bruno: StorySource = {
  slug: 'bruno-is-awake',
  creator: 'lotte',
  title: 'Bruno Is Awake',
  description:
    'All bears sleep through the winter. Bruno has tried the left side, the right side and counting fish. Since he is up anyway, he might as well see what snow does.',
  publicationType: 'indie',
  format: 'strip',
  rating: 'all',
  genre: 'comedy',
  language: 'en',
  tags: ['bear', 'winter', 'for children', 'bedtime'],
  pricing: { type: 'all_free' },
  figures: { subscribers: 7805, views: 121543, likes: 5336 },
  pace: { latestDaysAgo: 139, everyDays: 7, time: '16:30' },
  parts: [
    { title: 'Left Side, Right Side', pages: 3 },
    { title: 'What Snow Does', pages: 3 },
    { title: 'The Owl Knows', pages: 3 },
    { title: 'To the Moon', pages: 3 },
    { title: 'Good Morning, Bruno', pages: 3 },
  ],
};
