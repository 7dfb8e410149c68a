export type Size = { width: number; height: number };
export type Square = { x: number; y: number; width: number; height: number };

export const ZOOM = { least: 1, most: 5, step: 0.1 } as const;

/** Keeps the zoom within limits. Rounding removes floating-point noise from adding tenths. */
export const zoomed = (zoom: number, steps: number): number =>
  Math.min(ZOOM.most, Math.max(ZOOM.least, Math.round((zoom + steps * ZOOM.step) * 100) / 100));

export const zoomSteps = (key: string): number =>
  key === '+' || key === '=' ? 1 : key === '-' || key === '_' ? -1 : 0;

/** Rounding may shift the square a pixel outside or distort it. The server refuses both. */
export function wholeSquare(area: Square, natural: Size): Square {
  const most = Math.min(natural.width, natural.height);
  const side = Math.max(1, Math.min(Math.round(Math.min(area.width, area.height)), most));
  const place = (at: number, length: number) => Math.min(Math.max(0, Math.round(at)), length - side);
  return { x: place(area.x, natural.width), y: place(area.y, natural.height), width: side, height: side };
}

export type Part = Size & { above: number };

/** Converts a square on a part to the whole picture. Parts are as wide as the picture. */
export function squareIn(square: Square, shown: Size, part: Part): Square {
  const scale = part.width / shown.width;
  const [x, y, side] = [square.x * scale, square.y * scale + part.above, square.width * scale];
  return wholeSquare({ x, y, width: side, height: side }, part);
}
