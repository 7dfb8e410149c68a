/** Subscriptions, reading positions, collections and ratings of the demo's people. */
import type { Notify } from '../../schema/index.ts';

export type DemoPlace = {
  slug: string;
  /** Position of the episode in its story, from 1. */
  episode: number;
  /** Number of the page or chapter. A number beyond the end means the last page or chapter. */
  item: number;
  hoursAgo: number;
};

export const demoSubscriptions: readonly { slug: string; daysAgo: number; notify?: Notify }[] = [
  { slug: 'the-salt-road', daysAgo: 9 },
  { slug: 'two-umbrellas', daysAgo: 16 },
  { slug: 'spaeti', daysAgo: 23, notify: 'app' },
  { slug: 'the-moth-queen', daysAgo: 12 },
  { slug: 'bruno-is-awake', daysAgo: 0 },
  { slug: 'ash-street', daysAgo: 60 },
  { slug: 'down-here', daysAgo: 0, notify: 'none' },
  { slug: 'room-313', daysAgo: 30 },
];

export const demoPlaces: readonly DemoPlace[] = [
  { slug: 'ash-street', episode: 2, item: 3, hoursAgo: 3 },
  { slug: 'the-salt-road', episode: 1, item: 2, hoursAgo: 27 },
  { slug: 'room-313', episode: 1, item: 1, hoursAgo: 51 },
  { slug: 'lane-four', episode: 1, item: 99, hoursAgo: 75 },
  { slug: 'the-year-the-sea-froze', episode: 1, item: 1, hoursAgo: 98 },
];

export type DemoCollection = {
  by: string;
  title: string;
  about?: string;
  shared: boolean;
  stories: readonly { slug: string; why?: string }[];
  followedBy?: readonly string[];
};

export const demoCollections: readonly DemoCollection[] = [
  {
    by: 'reader',
    title: 'Rainy Sunday',
    about: 'For the kind of day that has decided not to get light. Start at one; by four you will want soup.',
    shared: true,
    stories: [
      {
        slug: 'two-umbrellas',
        why: 'Two strangers, one taxi rank, and it never once stops raining. Nobody confesses anything, and I was not bored.',
      },
      { slug: 'ash-street', why: 'Read it with the lights off, then count your own stairs.' },
      { slug: 'the-year-the-sea-froze', why: 'Not rain, but the same quiet.' },
      { slug: 'room-313', why: 'A hotel, a door, the wrong key. Eat before you start.' },
      { slug: 'spin-cycle', why: 'Warm machines, other people’s socks.' },
    ],
    followedBy: ['hana', 'rin', 'teo'],
  },
  {
    by: 'reader',
    title: 'Finish before winter',
    shared: false,
    stories: [
      { slug: 'down-here' },
      { slug: 'room-313' },
      { slug: 'perihelion', why: 'Everyone says that the end is worth it.' },
    ],
  },
  {
    by: 'reader',
    title: 'Auf Deutsch',
    about: 'Zum Üben, und weil sie gut sind.',
    shared: true,
    stories: [
      { slug: 'spaeti', why: 'Wie Berlin nachts um drei wirklich klingt.' },
      { slug: 'das-haus-der-leisen-uhren' },
      { slug: 'balkonien', why: 'Urlaub auf drei Quadratmetern.' },
    ],
  },
  {
    by: 'hana',
    title: 'Water, Mostly',
    about: 'Pools, ferries, salt and ice.',
    shared: true,
    stories: [
      { slug: 'lane-four', why: 'You will hold your breath for whole pages.' },
      { slug: 'nachtfaehre', why: 'The best engine noise in print.' },
      { slug: 'the-salt-road', why: 'Water by its absence.' },
      { slug: 'the-year-the-sea-froze' },
    ],
    followedBy: ['reader', 'ida'],
  },
];

/** Distribution of the stars among ten ratings. */
export const demoStars = [5, 5, 4, 5, 4, 3, 5, 4, 2, 5] as const;
