import type { Cast } from './cast.ts';
import type { Palette } from './palette.ts';
import type { Weather } from './script.ts';

export type Style = {
  slug: string;
  palette: Palette;
  cast: Cast;
  language: 'en' | 'de';
  format: 'page_ltr' | 'page_rtl' | 'strip';
  /** Paper around the panels. Dark stories use ink instead. */
  sheet: string;
  caption: string;
  weather?: Weather;
};
