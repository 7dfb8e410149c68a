import type { StorySource } from '../types.ts';

export const spinCycle: StorySource = {
  slug: 'spin-cycle',
  creator: 'noor',
  title: 'Spin Cycle',
  description:
    'Noor’s launderette has nine machines, one cat and a shelf for socks that came without a partner. People tell you things while they wait for their towels.',
  publicationType: 'indie',
  format: 'page_ltr',
  rating: 'all',
  genre: 'slice_of_life',
  language: 'en',
  tags: ['launderette', 'cat', 'neighbours', 'cosy'],
  pricing: { type: 'all_free' },
  figures: { subscribers: 4121, views: 36451, likes: 1674 },
  pace: { latestDaysAgo: 20, everyDays: 21, time: '12:00', continues: true },
  parts: [
    { title: 'Machine Six', pages: 5 },
    { title: 'Delicates', pages: 5 },
    { title: 'Lost Property', pages: 5 },
    { title: 'Power Cut', pages: 5 },
  ],
};
