import type { StorySource } from '../types.ts';

export const balkonien: StorySource = {
  slug: 'balkonien',
  creator: 'lotte',
  title: 'Balkonien',
  description:
    'Dieses Jahr fährt niemand aus der Kastanienallee 12 in den Urlaub. Also gründen sie einen Staat: vier Balkone, eine Wäscheleine und sehr viele Tomaten.',
  publicationType: 'indie',
  format: 'strip',
  rating: 'all',
  genre: 'comedy',
  language: 'de',
  tags: ['Sommer', 'Nachbarn', 'Balkon', 'Tomaten', 'Staatsgründung'],
  pricing: { type: 'all_free' },
  figures: { subscribers: 2214, views: 22979, likes: 876 },
  pace: { latestDaysAgo: 1, everyDays: 7, time: '10:00', continues: true, pause: { after: 1, days: 77 } },
  parts: [
    { title: 'Die Ausrufung', pages: 3 },
    { title: 'Zollfragen', pages: 3 },
    { title: 'Seilbahn', pages: 3 },
    { title: 'Ost', pages: 3 },
  ],
};
