// The demo content as plain data; what the drawings need besides stays inside this folder.

import type { Cast } from '../art/cast.ts';
import type { Palette } from '../art/palette.ts';

export type DemoCreator = {
  key: string;
  displayName: string;
  email: string;
  language: 'en' | 'de';
  founder?: boolean;
  publisher?: boolean;
  website?: string;
  /** An SVG of 640 by 640. */
  face: () => string;
};

export type DemoChapter = { title: string; paragraphs: string[] };

export type DemoEpisode = {
  title: string;
  publishedDaysAgo: number;
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
  episodes: DemoEpisode[];
};

/** Episodes come out at an even pace: the last one `latestDaysAgo`, the others `everyDays` before each other. */
export type Pace = { latestDaysAgo: number; everyDays: number };

export type DrawnStory = Omit<DemoStory, 'episodes' | 'format'> & {
  format: 'page_ltr' | 'page_rtl' | 'strip';
  palette: Palette;
  cast: Cast;
  /** The paper between the panels. */
  sheet: string;
  caption: string;
  pace: Pace;
  scripts: { title: string; script: string }[];
};

export type WrittenStory = Omit<DemoStory, 'episodes' | 'format'> & {
  palette: Palette;
  pace: Pace;
  parts: { title: string; chapters: DemoChapter[] }[];
  /** The thing each episode’s thumbnail shows. */
  emblems: string[];
};
