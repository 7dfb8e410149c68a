// The demo content as plain data; what the drawings need besides stays inside this folder.

import type { Cast } from '../art/cast.ts';
import type { Palette } from '../art/palette.ts';

export type DemoCreator = {
  key: string;
  displayName: string;
  email: string;
  language: 'en' | 'de';
  /** IANA zone, by whose clocks their episodes come out. */
  timezone: string;
  founder?: boolean;
  publisher?: boolean;
  website?: string;
  /** An SVG of 640 by 640. */
  face: () => string;
};

export type DemoChapter = { title: string; paragraphs: string[] };

export type DemoEpisode = {
  title: string;
  /** When it comes out, in days from the day of the seed: 0 or less is out, more is still to come. */
  day: number;
  pages?: number;
  chapters?: DemoChapter[];
  price?: number;
};

export type DemoStory = {
  slug: string;
  creator: string;
  title: string;
  description: string;
  publicationType: 'comics' | 'indie' | 'novel';
  format: 'page_ltr' | 'page_rtl' | 'strip' | null;
  rating: 'all' | 'teen13' | 'mature16';
  genre: string;
  language: 'en' | 'de';
  tags: string[];
  pricing: { type: 'all_free' } | { type: 'first_free'; freeCount: number; price: number };
  figures: { subscribers: number; views: number; likes: number };
  /** HH:mm by the creator’s clocks. */
  time: string;
  episodes: DemoEpisode[];
};

/** The days on which episodes come out, always at the same time by the creator’s clocks. */
export type Pace = {
  latestDaysAgo: number;
  everyDays: number;
  time: string;
  /** The last episode is still to come, in the same rhythm. */
  continues?: true;
  /** Between two seasons, on top of the rhythm. */
  pause?: { after: number; days: number };
};

export type DrawnStory = Omit<DemoStory, 'episodes' | 'format' | 'time'> & {
  format: 'page_ltr' | 'page_rtl' | 'strip';
  palette: Palette;
  cast: Cast;
  /** The paper between the panels. */
  sheet: string;
  caption: string;
  pace: Pace;
  scripts: { title: string; script: string }[];
};

export type WrittenStory = Omit<DemoStory, 'episodes' | 'format' | 'time'> & {
  palette: Palette;
  pace: Pace;
  parts: { title: string; chapters: DemoChapter[] }[];
  /** The thing each episode’s thumbnail shows. */
  emblems: string[];
};
