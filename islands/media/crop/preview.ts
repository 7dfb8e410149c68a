import type { Square } from '../../accounts/profile/crop.ts';

const SIDE = 640;

/** A local preview of the square until the server's version is ready. Null if the browser cannot decode the picture. */
export async function previewOf(source: string, square: Square): Promise<string | null> {
  const image = new Image();
  image.src = source;
  try {
    await image.decode();
  } catch {
    // The browser cannot decode the picture. The server reports later whether it can.
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
