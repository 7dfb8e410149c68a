import type { StorySource } from '../types.ts';

export const nachtfaehre: StorySource = {
  slug: 'nachtfaehre',
  creator: 'hana',
  title: 'Die Nachtfähre',
  description:
    'Um 23:40 legt in Travemünde eine Fähre ab, die in keinem Fahrplan steht. Ole heuert als Schiffsjunge an und lernt, wen man übersetzt und wen man besser wieder heimschickt.',
  publicationType: 'comics',
  format: 'page_rtl',
  rating: 'teen13',
  genre: 'supernatural',
  language: 'de',
  tags: ['Manga', 'Ostsee', 'Geister', 'Fähre', 'Abschied'],
  pricing: { type: 'all_free' },
  figures: { subscribers: 3381, views: 40613, likes: 1479 },
  pace: { latestDaysAgo: 23, everyDays: 28, time: '21:00', continues: true },
  parts: [
    { title: '23:40', pages: 5 },
    { title: 'Wozu?', pages: 5 },
    { title: 'Herr Vogt vergisst', pages: 5 },
    { title: 'Der blinde Passagier', pages: 5 },
  ],
};
