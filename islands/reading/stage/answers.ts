/** Translates a reader's two answers: flip or continuous, horizontal or vertical. */
import type { Direction } from './types.ts';

export const answersOf = (direction: Direction): { isFlip: boolean; isDown: boolean } => ({
  isFlip: /^(?:ltr|rtl)(?:_down)?$/.test(direction),
  isDown: /down|strip/.test(direction),
});

/** Left or right follows the current direction, else the format of the story. */
export function directionFor(
  { isFlip, isDown }: { isFlip: boolean; isDown: boolean },
  { now, format }: { now: Direction; format: string | undefined },
): Direction {
  if (!isFlip && isDown) return format === 'strip' || now === 'strip' ? 'strip' : 'down';
  const known = /^(?:ltr|rtl)/.exec(now)?.[0];
  const order = (known ?? (format === 'page_rtl' ? 'rtl' : 'ltr')) as 'ltr' | 'rtl';
  return isFlip ? (isDown ? `${order}_down` : order) : `${order}_along`;
}
