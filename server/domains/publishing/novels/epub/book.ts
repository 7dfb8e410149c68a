/** What is read from an ePub: plain data, as it travels from the process that reads to the one that stores. */
import type { LeftOutKind } from '../rules.ts';

export type Book = {
  /** Of the package, as it says. */
  version: string;
  title: string;
  authors: string[];
  language: string | null;
  direction: 'ltr' | 'rtl' | null;
  isVertical: boolean;
  /** Token of the picture. */
  cover: string | null;
  chapters: BookChapter[];
  pictures: BookPicture[];
  leftOut: LeftOut[];
};

export type BookChapter = {
  /** `c1`, `c2` …; links between chapters name it (`chapter:c2#t3`). */
  key: string;
  title: string;
  html: string;
  sectionEnds: number[];
  words: number;
  characters: number;
  notes: number;
  /** The file of the book that it begins in. */
  source: string;
};

export type BookPicture = {
  /** `p1`, `p2` …; the HTML says `data-picture="p1"`. */
  token: string;
  /** Path of the file in the folder that the reader was given. */
  file: string;
  /** As the book names it, for people. */
  name: string;
  type: PictureType;
  uses: number;
  withoutAlt: number;
};

export type PictureType = 'image/jpeg' | 'image/png' | 'image/gif' | 'image/webp';

export type LeftOut = {
  kind: LeftOutKind;
  count: number;
  /** Files or addresses, or titles of pages that became no chapter; at most 20. */
  names: string[];
  /** Numbers of the chapters that it is missing from, from 1. */
  chapters: number[];
};
