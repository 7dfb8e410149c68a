/** A picture with the size of a comic page, which takes a worker a moment to process. */
import { draw } from './pictures.ts';

const drawn = new Map<string, Promise<Buffer>>();

/** One shared picture per size, since nobody modifies it. */
export function samplePage(width = 800, height = 1130): Promise<Buffer> {
  const key = `${width} ${height}`;
  const page =
    drawn.get(key) ??
    draw({ width, height, format: 'jpeg' }, (x, y) => [(x * y) % 256, (x + y) % 256, (x ^ y) % 256]);
  drawn.set(key, page);
  return page;
}

export type SampleFile = { name: string; mimeType: string; buffer: Buffer };

/** `bytes` pads the file after the picture, where no decoder looks. */
export async function sampleFile(
  name: string,
  { width = 800, height = 1130, bytes = 0 }: { width?: number; height?: number; bytes?: number } = {},
): Promise<SampleFile> {
  const picture = await samplePage(width, height);
  const filling = Buffer.alloc(Math.max(0, bytes - picture.length));
  return { name, mimeType: 'image/jpeg', buffer: Buffer.concat([picture, filling]) };
}
