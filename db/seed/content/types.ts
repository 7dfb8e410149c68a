// Demo content as plain data. Fields that only drawings need stay inside this folder.

import type { Cast } from '../art/cast.ts';
import type { Palette } from '../art/palette.ts';

export type DemoCreator = {
  key: string;
  displayName: string;
  email: string;
  language: 'en' | 'de';
  /** IANA time zone of the creator's release times. */
  timezone: string;
  founder?: boolean;
  publisher?: boolean;
  website?: string;
  /** SVG of 640 by 640 pixels. */
  face: () => string;
};

export type DemoChapter = { title: string; paragraphs: string[] };

export type DemoEpisode = {
  title: string;
  /** Release day, relative to the day of the seed. 0 or less is published, more is scheduled. */
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
  /** Release time as HH:mm in the creator’s time zone. */
  time: string;
  episodes: DemoEpisode[];
};

export type Pace = {
  latestDaysAgo: number;
  everyDays: number;
  time: string;
  /** The last episode is scheduled, in the same rhythm. */
  continues?: true;
  /** Extra days between two seasons. */
  pause?: { after: number; days: number };
};

export type DrawnStory = Omit<DemoStory, 'episodes' | 'format' | 'time'> & {
  format: 'page_ltr' | 'page_rtl' | 'strip';
  palette: Palette;
  cast: Cast;
  sheet: string;
  caption: string;
  pace: Pace;
  scripts: { title: string; script: string }[];
};

export type WrittenStory = Omit<DemoStory, 'episodes' | 'format' | 'time'> & {
  palette: Palette;
  pace: Pace;
  parts: { title: string; chapters: DemoChapter[] }[];
  /** Props on the episodes' thumbnails, in turn. */
  emblems: string[];
};
