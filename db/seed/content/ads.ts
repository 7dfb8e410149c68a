import type { HouseAdFields } from '../../../server/domains/income/house-ads/rules.ts';

/** Days count from the day the demo is created. */
export type DemoAd = Omit<HouseAdFields, 'startsOn' | 'endsOn' | 'storyId' | 'paused'> & {
  paused?: true;
  startsIn?: number;
  endsIn?: number;
  /** Impressions a day, and clicks per thousand impressions, while the ad ran. */
  shown?: { aDay: number; perMille: number };
};

const none = { dailyMaxCount: null, genres: [], subscriptionsBelow: null };

export const demoAds: readonly DemoAd[] = [
  {
    ...none,
    look: 'sentence',
    link: '/stories/the-year-the-sea-froze',
    weight: 15,
    target: 'between_chapters',
    texts: {
      en: {
        title: '“Nobody in Wismar had ever seen the sea stop twice in one lifetime.”',
        text: 'The Year the Sea Froze, a novel by Ida Brandt',
      },
    },
    startsIn: -52,
    endsIn: -22,
    shown: { aDay: 1480, perMille: 24 },
  },
  {
    ...none,
    look: 'ink',
    link: '/#calendar',
    weight: 10,
    target: 'few_subscriptions',
    subscriptionsBelow: 3,
    startsIn: 3,
    dailyMaxCount: 2,
    texts: {
      en: { title: 'Seven days, seven stories.', text: 'See this week’s calendar' },
      de: { title: 'Sieben Tage, sieben Geschichten.', text: 'Sieh dir den Kalender dieser Woche an' },
    },
  },
  {
    ...none,
    look: 'ink',
    link: '/library',
    weight: 20,
    target: 'all',
    paused: true,
    shown: { aDay: 430, perMille: 9 },
    texts: {
      en: { title: 'Where were you?', text: 'Your library knows the page' },
      de: { title: 'Wo warst du noch?', text: 'Deine Bibliothek kennt die Seite' },
    },
  },
  {
    ...none,
    look: 'paper',
    link: '/app',
    weight: 20,
    target: 'without_app',
    shown: { aDay: 1575, perMille: 11 },
    texts: {
      en: { title: 'Read on the train.', text: 'The app keeps your place and the next three episodes.' },
      de: {
        title: 'Lies im Zug weiter.',
        text: 'Die App kennt deine Stelle und hält die nächsten drei Folgen bereit.',
      },
    },
  },
  {
    ...none,
    look: 'seal',
    link: '/creator/stories/new',
    weight: 30,
    target: 'unpublished',
    shown: { aDay: 2362, perMille: 6 },
    texts: {
      en: { title: 'Draw the next one.', text: 'Publish on Tsuzuki' },
      de: { title: 'Zeichne die nächste.', text: 'Veröffentliche auf Tsuzuki' },
    },
  },
  {
    ...none,
    look: 'story',
    link: '/stories/the-moth-queen',
    weight: 40,
    target: 'genres',
    genres: ['crime', 'fantasy'],
    startsIn: -24,
    endsIn: 5,
    dailyMaxCount: 4,
    shown: { aDay: 3528, perMille: 19 },
    texts: {
      en: { title: 'The Moth Queen', text: 'She counts her subjects by lamplight. Episode 1 is free.' },
      de: { title: 'Die Mottenkönigin', text: 'Sie zählt ihr Volk beim Lampenlicht. Folge 1 ist frei.' },
    },
  },
];
