import { open } from 'node:fs/promises';
import { sniffPicture } from '../../../lib/sniff-picture.ts';
import { judged, openImage } from './engine.ts';
import { IMAGE_MAX_BYTES } from './inspect.ts';
import { ImageRefused } from './refused.ts';

const QUALITIES = [92, 80] as const;
const HEAD_BYTES = 512;

/** The result is treated like any picture. Takes the first frame of an animation. Throws `ImageRefused`. */
export async function convertPicture(path: string): Promise<Buffer> {
  const format = await formatOf(path);
  if (format !== 'gif' && format !== 'webp') throw new ImageRefused('not_an_image');
  const image = openImage(path).autoOrient();
  // Few colours and hard edges: a JPEG would be larger and worse.
  if (format === 'gif') {
    const data = await judged(image.clone().png({ palette: true }).toBuffer());
    if (data.length <= IMAGE_MAX_BYTES) return data;
  }
  for (const quality of QUALITIES) {
    const data = await judged(
      image
        .clone()
        .flatten({ background: '#ffffff' })
        .toColourspace('srgb')
        .jpeg({ quality, chromaSubsampling: '4:4:4' })
        .toBuffer(),
    );
    if (data.length <= IMAGE_MAX_BYTES) return data;
  }
  throw new ImageRefused('too_large');
}

async function formatOf(path: string): Promise<string | undefined> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return sniffPicture(buffer.subarray(0, bytesRead));
  } finally {
    await file.close();
  }
}
