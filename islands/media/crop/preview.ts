import type { Square } from '../../accounts/profile/crop.ts';

const SIDE = 640;

/** The square of a picture as the browser can show it at once, before the server has made its own; null if it cannot. */
export async function previewOf(source: string, square: Square): Promise<string | null> {
  const image = new Image();
  image.src = source;
  try {
    await image.decode();
  } catch {
    // No picture to this browser; what the server makes of it is told later.
    return null;
  }
  const canvas = document.createElement('canvas');
  canvas.width = SIDE;
  canvas.height = SIDE;
  const { x, y, width, height } = square;
  canvas.getContext('2d')?.drawImage(image, x, y, width, height, 0, 0, SIDE, SIDE);
  const blob = await new Promise<Blob | null>((resolve) => void canvas.toBlob(resolve, 'image/jpeg', 0.85));
  return blob && URL.createObjectURL(blob);
}
