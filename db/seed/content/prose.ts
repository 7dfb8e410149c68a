// Novels are plain text here: a blank line ends a paragraph.

import type { DemoChapter } from './types.ts';

export const chapter = (title: string, text: string): DemoChapter => ({
  title,
  paragraphs: text
    .trim()
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replace(/\s+/g, ' ').trim()),
});
