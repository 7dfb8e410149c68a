// Turns text into hand-lettered strokes. Without fonts, the result is the same on every machine.

import { gapWidth, glyphs, spaceWidth } from './glyphs.ts';
import type { Random } from './random.ts';
import { line, n } from './shapes.ts';

export const lineHeight = 1.62;

/** Maps ß to ẞ, because `toUpperCase` would turn it into SS. */
export const capitals = (text: string): string =>
  [...text].map((letter) => (letter === 'ß' ? 'ẞ' : letter.toUpperCase())).join('');

const advanceOf = (letter: string): number =>
  letter === ' ' ? spaceWidth : (glyphs.get(letter)?.width ?? 0) + gapWidth;

/** Width in pixels of one line with capitals `size` pixels high. */
export function widthOf(text: string, size: number): number {
  let units = -gapWidth;
  for (const letter of capitals(text)) units += advanceOf(letter);
  return (Math.max(0, units) * size) / 100;
}

/** Letters that the alphabet lacks. A test keeps this list empty for all scripts. */
export const missingLetters = (text: string): string[] =>
  [...capitals(text)].filter((letter) => letter !== ' ' && !glyphs.has(letter));

/** Breaks into lines of at most `width` pixels, then evens them so that no word stands alone. */
export function wrap(text: string, width: number, size: number): string[] {
  const words = text.split(' ').filter(Boolean);
  const fill = (limit: number): string[] => {
    const lines: string[] = [];
    for (const word of words) {
      const last = lines[lines.length - 1];
      if (last !== undefined && widthOf(`${last} ${word}`, size) <= limit)
        lines[lines.length - 1] = `${last} ${word}`;
      else lines.push(word);
    }
    return lines;
  };
  const greedy = fill(width);
  for (let limit = width * 0.4; limit < width; limit += width * 0.04) {
    const even = fill(limit);
    if (even.length === greedy.length && even.every((words) => widthOf(words, size) <= width)) return even;
  }
  return greedy;
}

const placed = (
  glyph: string,
  x: number,
  y: number,
  scale: number,
  lean: number,
  shake: () => number,
): string =>
  glyph.replace(/(-?[\d.]+) (-?[\d.]+)/g, (_pair, across: string, down: string) => {
    const top = Number(down) + shake();
    return `${n(x + (Number(across) + shake() + (50 - top) * lean) * scale)} ${n(y + top * scale)}`;
  });

/** Path of one line. `x` is its left edge, `y` the top of its capitals. */
export function strokesOf(
  text: string,
  x: number,
  y: number,
  size: number,
  random: Random,
  lean = 0.05,
): string {
  const scale = size / 100;
  let d = '';
  let pen = x;
  for (const letter of capitals(text)) {
    const glyph = glyphs.get(letter);
    if (glyph) {
      const bounce = random.between(-2.5, 2.5);
      const shake = () => random.between(-1.4, 1.4);
      d += placed(glyph.strokes, pen, y + bounce * scale, scale, lean, shake);
    }
    pen += advanceOf(letter) * scale;
  }
  return d;
}

export const letteredLine = (
  text: string,
  x: number,
  y: number,
  size: number,
  color: string,
  random: Random,
  weight = 0.125,
): string => line(strokesOf(text, x, y, size, random), color, size * weight);

export function soundEffect(text: string, size: number, fill: string, edge: string, random: Random): string {
  const letters = [...capitals(text)];
  let pen = -widthOf(text, size) / 2;
  let d = '';
  letters.forEach((letter, index) => {
    const glyph = glyphs.get(letter);
    const grown =
      size * (0.86 + (0.28 * index) / Math.max(1, letters.length - 1)) * random.between(0.95, 1.05);
    if (glyph) {
      d += placed(
        glyph.strokes,
        pen,
        -grown * 0.6 + random.between(-0.05, 0.05) * size,
        grown / 100,
        0.12,
        () => random.between(-2, 2),
      );
    }
    pen += (advanceOf(letter) * grown) / 100 + size * 0.06;
  });
  return line(d, edge, size * 0.42) + line(d, fill, size * 0.2);
}
