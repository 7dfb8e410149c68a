/** Finds and cuts strips: pictures much longer than wide, too small to read as one page. */
import { isArchive } from './useChosenFiles.ts';

/** Twice as long as the longest page that fits the stage (1440 × 2036). */
const STRIP_RATIO = 2.83;
const PIECE_WIDTH = 1440;
const PIECE_HEIGHT = 2036;

const LOOKED_AT_ONCE = 8;

/** The files that are strips. Files the browser cannot draw are left to the server. */
export async function stripsAmong(files: readonly File[]): Promise<File[]> {
  const found: File[] = [];
  for (let at = 0; at < files.length; at += LOOKED_AT_ONCE) {
    const some = files.slice(at, at + LOOKED_AT_ONCE);
    const are = await Promise.all(some.map((file) => !isArchive(file) && isStrip(file)));
    found.push(...some.filter((_, index) => are[index]));
  }
  return found;
}

/** Reads only the size: phones need half a minute to draw hundreds of pages. */
async function isStrip(file: File): Promise<boolean> {
  const url = URL.createObjectURL(file);
  const image = new Image();
  try {
    await new Promise((resolve, reject) => {
      [image.onload, image.onerror] = [resolve, reject];
      image.src = url;
    });
    return image.naturalHeight > image.naturalWidth * STRIP_RATIO;
  } catch {
    return false;
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** Cuts a strip into files of page length. A rest shorter than a fifth of a page joins the piece before. */
export async function cutStrip(file: File): Promise<File[]> {
  const drawn = await createImageBitmap(file);
  const { width, height } = drawn;
  const length = Math.round((PIECE_HEIGHT * width) / PIECE_WIDTH);
  const count = Math.max(1, Math.ceil((height - length / 5) / length));
  const step = Math.ceil(height / count);
  const pieces: File[] = [];
  for (let at = 0; at < count; at += 1) {
    const top = at * step;
    const part = Math.min(step, height - top);
    const canvas = new OffscreenCanvas(width, part);
    canvas.getContext('2d')?.drawImage(drawn, 0, top, width, part, 0, 0, width, part);
    const blob = await canvas.convertToBlob({ type: file.type, quality: 0.95 });
    const number = String(at + 1).padStart(String(count).length, '0');
    pieces.push(new File([blob], file.name.replace(/(\.\w+)?$/, `-${number}$1`), { type: file.type }));
  }
  drawn.close();
  return pieces;
}
