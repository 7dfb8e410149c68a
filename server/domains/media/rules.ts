/** Owns which part of a picture may be shown by itself. */
type Size = { width: number; height: number };

/** A square of whole pixels that lies in the picture. */
export function isCrop(crop: { x: number; y: number } & Size, { width, height }: Size): boolean {
  const whole = [crop.x, crop.y, crop.width, crop.height].every(Number.isInteger);
  const inside = crop.x >= 0 && crop.y >= 0 && crop.x + crop.width <= width && crop.y + crop.height <= height;
  return whole && inside && crop.width === crop.height && crop.width >= 1;
}
