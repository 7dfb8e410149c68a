/** The content of an ePub as plain data, passed from the process that reads to the one that stores. */
import type { LeftOutKind } from '../rules.ts';

export type Book = {
  version: string;
  title: string;
  authors: string[];
  language: string | null;
  direction: 'ltr' | 'rtl' | null;
  isVertical: boolean;
  /** Token of a picture. */
  cover: string | null;
  chapters: BookChapter[];
  pictures: BookPicture[];
  leftOut: LeftOut[];
};

export type BookChapter = {
  /** `c1`, `c2` …, used in links between chapters (`chapter:c2#t3`). */
  key: string;
  title: string;
  html: string;
  sectionEnds: number[];
  words: number;
  characters: number;
  notes: number;
  /** File of the book in which the chapter begins. */
  source: string;
};

export type BookPicture = {
  /** `p1`, `p2` …, used in HTML as `data-picture="p1"`. */
  token: string;
  /** Path in the folder that the caller gave. */
  file: string;
  name: string;
  type: PictureType;
  uses: number;
  withoutAlt: number;
};

export type PictureType = 'image/jpeg' | 'image/png' | 'image/gif' | 'image/webp';

export type LeftOut = {
  kind: LeftOutKind;
  count: number;
  /** Files, addresses, or titles of pages that became no chapter. At most 20. */
  names: string[];
  /** Numbers of the chapters that lack it, from 1. */
  chapters: number[];
};
