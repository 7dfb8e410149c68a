import type { StorySource } from '../types.ts';

export const ashStreet: StorySource = {
  slug: 'ash-street',
  creator: 'mirko',
  title: 'Ash Street',
  description:
    'A lamplighter who counts stairs, an inspector who is always late, and a street that wants to stay dark. Somebody lights lamp nine, and the whole quarter starts to lie.',
  publicationType: 'comics',
  format: 'page_ltr',
  rating: 'teen13',
  genre: 'crime',
  language: 'en',
  tags: ['noir', 'rain', 'lamplighter', 'conspiracy', 'black and yellow'],
  pricing: { type: 'first_free', freeCount: 6, price: 30 },
  figures: { subscribers: 18402, views: 482173, likes: 20351 },
  pace: { latestDaysAgo: 0, everyDays: 7, time: '07:00', continues: true, pause: { after: 4, days: 84 } },
  parts: [
    { title: 'Nine Lamps', pages: 6 },
    { title: 'Bone and Yellow', pages: 5 },
    { title: 'The Inspector Is Late', pages: 5 },
    { title: 'What Rain Is For', pages: 5 },
    { title: 'RRRING', pages: 5 },
    { title: 'A Match, a Door', pages: 5 },
    { title: 'Thirty-One Steps', pages: 5 },
    { title: 'The Landlord', pages: 5 },
  ],
};
