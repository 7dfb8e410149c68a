const PARTS = [
  ['topLeft', 'top', 'topRight'],
  ['left', 'middle', 'right'],
  ['bottomLeft', 'bottom', 'bottomRight'],
] as const;

export type Part = (typeof PARTS)[number][number];

const third = (share: number): 0 | 1 | 2 => (share < 1 / 3 ? 0 : share < 2 / 3 ? 1 : 2);

export const wherePart = (x: number, y: number): Part => PARTS[third(y)][third(x)];
