import type { CSSProperties } from 'react';

/** A story's colour from its cover: OKLCH hue in degrees and chroma. The tokens clamp both. */
export type StoryColour = { h: number; c: number };

/** Props that give an element and its content a story's colour. Spread them or take the parts. */
export function storied(colour: StoryColour | undefined): { className?: string; style?: CSSProperties } {
  if (!colour) return {};
  return { className: 'storied', style: { '--h': colour.h, '--c': colour.c } as CSSProperties };
}
