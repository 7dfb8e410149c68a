/** A comic page's worth of pixels that takes a worker a moment, as bytes and as a file that a person chooses. */
import { draw } from './pictures.ts';

const drawn = new Map<string, Promise<Buffer>>();

/** Of each size one, drawn once: nobody writes into it. */
export function samplePage(width = 800, height = 1130): Promise<Buffer> {
  const key = `${width} ${height}`;
  const page =
    drawn.get(key) ??
    draw({ width, height, format: 'jpeg' }, (x, y) => [(x * y) % 256, (x + y) % 256, (x ^ y) % 256]);
  drawn.set(key, page);
  return page;
}

export type SampleFile = { name: string; mimeType: string; buffer: Buffer };

/** `bytes` fills it up behind the picture, where no reader of pictures looks. */
export async function sampleFile(
  name: string,
  { width = 800, height = 1130, bytes = 0 }: { width?: number; height?: number; bytes?: number } = {},
): Promise<SampleFile> {
  const picture = await samplePage(width, height);
  const filling = Buffer.alloc(Math.max(0, bytes - picture.length));
  return { name, mimeType: 'image/jpeg', buffer: Buffer.concat([picture, filling]) };
}
