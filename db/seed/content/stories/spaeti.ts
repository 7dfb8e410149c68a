import type { StorySource } from '../types.ts';

export const spaeti: StorySource = {
  slug: 'spaeti',
  creator: 'cem',
  title:
    'Späti: Geschichten von der Ecke, an der niemand schläft und alle um drei Uhr noch etwas Kleines wollen',
  description:
    'Neukölln, drei Uhr nachts, ein einziges helles Fenster. Wer hereinkommt, will nur eine Kleinigkeit und lässt eine Geschichte da.',
  publicationType: 'indie',
  format: 'page_ltr',
  rating: 'teen13',
  genre: 'slice_of_life',
  language: 'de',
  tags: ['Berlin', 'Nacht', 'Kiez', 'Alltag', 'Pfand'],
  pricing: { type: 'all_free' },
  figures: { subscribers: 902, views: 12707, likes: 575 },
  pace: { latestDaysAgo: 3, everyDays: 14, time: '19:00', pause: { after: 3, days: 112 } },
  parts: [
    { title: 'Nur kurz Milch', pages: 5 },
    { title: 'Pfand', pages: 5 },
    { title: 'Der Schlüssel', pages: 5 },
    { title: 'Stromausfall', pages: 5 },
    { title: 'Geschlossen', pages: 5 },
  ],
};
