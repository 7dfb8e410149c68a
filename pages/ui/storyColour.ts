import type { CSSProperties } from 'react';

/** A story's colour as taken from its cover: OKLCH hue in degrees and chroma; the tokens clamp both. */
export type StoryColour = { h: number; c: number };

/** What makes an element and all in it carry a story's colour: spread it, or take the parts. */
export function storied(colour: StoryColour | undefined): { className?: string; style?: CSSProperties } {
  if (!colour) return {};
  return { className: 'storied', style: { '--h': colour.h, '--c': colour.c } as CSSProperties };
}
