/** Child process that draws the requested picture and replies with a JPEG. */
import sharp from 'sharp';
import { coverSvg, demoCreators, demoStories, pageSvg, thumbnailSvg } from './content/index.ts';

export type RasterRequest = {
  id: number;
  what:
    | { kind: 'face'; creator: string }
    | { kind: 'cover'; story: string }
    | { kind: 'thumbnail'; story: string; episode: number }
    | { kind: 'page'; story: string; episode: number; page: number };
};
export type RasterReply = { id: number } & ({ jpeg: Uint8Array } | { error: string });

const COVER_SIDE = 1280;
const THUMBNAIL_SIDE = 400;
const PAGE_WIDTH = 1440;

sharp.concurrency(1);

process.on('message', (request: RasterRequest) => {
  draw(request.what).then(
    (jpeg) => process.send?.({ id: request.id, jpeg } satisfies RasterReply),
    (error: Error) => process.send?.({ id: request.id, error: error.message } satisfies RasterReply),
  );
});
process.on('disconnect', () => process.exit());

async function draw(what: RasterRequest['what']): Promise<Buffer> {
  if (what.kind === 'face') {
    const creator = demoCreators.find(({ key }) => key === what.creator);
    return toJpeg(creator?.face() ?? '', COVER_SIDE / 2);
  }
  const story = demoStories.find(({ slug }) => slug === what.story);
  if (story === undefined) throw new Error(`no demo story ${what.story}`);
  if (what.kind === 'cover') return toJpeg(coverSvg(story), COVER_SIDE);
  if (what.kind === 'thumbnail') return toJpeg(thumbnailSvg(story, what.episode), THUMBNAIL_SIDE);
  return toJpeg(pageSvg(story, what.episode, what.page), PAGE_WIDTH);
}

function toJpeg(svg: string, width: number): Promise<Buffer> {
  return sharp(Buffer.from(svg), { unlimited: true })
    .resize({ width })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 85, chromaSubsampling: '4:4:4' })
    .toBuffer();
}
