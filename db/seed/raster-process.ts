/** Child process that renders the requested picture and replies with a JPEG. */
import sharp from 'sharp';
import { type DemoPicture, PICTURES, pictureFile } from './picture-files.ts';

export type RasterRequest = { id: number; what: DemoPicture };
export type RasterReply = { id: number } & ({ jpeg: Uint8Array } | { error: string });

const WIDTHS: Record<DemoPicture['kind'], number> = { face: 640, cover: 1280, thumbnail: 400, page: 1440 };

// Each picture is rendered once, so a cache only wastes memory.
sharp.cache(false);
sharp.concurrency(1);

process.on('message', (request: RasterRequest) => {
  toJpeg(request.what).then(
    (jpeg) => process.send?.({ id: request.id, jpeg } satisfies RasterReply),
    (error: Error) => process.send?.({ id: request.id, error: error.message } satisfies RasterReply),
  );
});
process.on('disconnect', () => process.exit());

function toJpeg(picture: DemoPicture): Promise<Buffer> {
  return sharp(PICTURES + pictureFile(picture), { unlimited: true })
    .resize({ width: WIDTHS[picture.kind] })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 85, chromaSubsampling: '4:4:4' })
    .toBuffer();
}
