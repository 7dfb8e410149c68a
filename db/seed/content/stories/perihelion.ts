import type { StorySource } from '../types.ts';

export const perihelion: StorySource = {
  slug: 'perihelion',
  creator: 'okafor',
  title: 'Perihelion',
  description:
    'The survey ship Marigold falls towards the sun for eleven days and away from it for the rest of her crew’s lives, if the shutters hold. They have one spare bolt.',
  publicationType: 'comics',
  format: 'page_ltr',
  rating: 'teen13',
  genre: 'sci_fi',
  language: 'en',
  tags: ['space', 'sun', 'robot', 'survival', 'hard sci-fi'],
  pricing: { type: 'all_free' },
  figures: { subscribers: 6204, views: 73296, likes: 3541 },
  pace: { latestDaysAgo: 33, everyDays: 35, time: '18:30', continues: true },
  parts: [
    { title: 'Eleven Days', pages: 5 },
    { title: 'Shutter Seven', pages: 5 },
    { title: 'Perihelion', pages: 5 },
    { title: 'Away', pages: 5 },
  ],
};
