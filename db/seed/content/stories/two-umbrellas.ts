import type { StorySource } from '../types.ts';

export const twoUmbrellas: StorySource = {
  slug: 'two-umbrellas',
  creator: 'hana',
  title: 'Two Umbrellas',
  description:
    'Every rainy Thursday Nao and Yuki wait for the same tram, each under an umbrella too large for one. A love story in drizzle, downpour and one hailstorm.',
  publicationType: 'comics',
  format: 'page_rtl',
  rating: 'all',
  genre: 'romance',
  language: 'en',
  tags: ['manga', 'rain', 'slow burn', 'tram', 'letters'],
  pricing: { type: 'first_free', freeCount: 3, price: 25 },
  figures: { subscribers: 24115, views: 259174, likes: 9618 },
  pace: { latestDaysAgo: 31, everyDays: 35, time: '16:00', continues: true },
  parts: [
    { title: 'Thursday', pages: 5 },
    { title: 'Forecast', pages: 5 },
    { title: 'Line 9', pages: 5 },
    { title: 'Hail', pages: 5 },
    { title: 'The Third Umbrella', pages: 5 },
  ],
};
