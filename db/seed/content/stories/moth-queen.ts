import type { StorySource } from '../types.ts';

export const mothQueen: StorySource = {
  slug: 'the-moth-queen',
  creator: 'ayla',
  title: 'The Moth Queen',
  description:
    'Once a year the Moth Queen may leave her palace and visit a light of her choosing. This year she chooses the kitchen lamp of a girl who is afraid of moths.',
  publicationType: 'comics',
  format: 'page_ltr',
  rating: 'all',
  genre: 'fantasy',
  language: 'en',
  tags: ['fairy tale', 'insects', 'court', 'night', 'friendship'],
  pricing: { type: 'all_free' },
  figures: { subscribers: 12786, views: 154025, likes: 5977 },
  pace: { latestDaysAgo: 4, everyDays: 28, time: '18:00' },
  parts: [
    { title: 'One Light a Year', pages: 5 },
    { title: 'What I Am Afraid Of', pages: 5 },
    { title: 'Forty Guards', pages: 5 },
    { title: 'The Chancellor and the Bulb', pages: 5 },
    { title: 'One Lamp', pages: 5 },
  ],
};
