import type { Test } from 'tap';
import { makePageDerivatives, type PagePiece } from '../../server/domains/media/images.ts';
import { collectDerivatives, look } from './pictures.ts';

export type Made = Omit<PagePiece, 'derivatives'> & {
  derivatives: Awaited<ReturnType<typeof collectDerivatives>>;
};

export async function makePage(input: string | Buffer, options = { strip: false }): Promise<Made[]> {
  const made: Made[] = [];
  for await (const piece of makePageDerivatives(input, options)) {
    made.push({ ...piece, derivatives: await collectDerivatives(piece.derivatives) });
  }
  return made;
}

export async function checkDerivatives(t: Test, { width, height, placeholder, derivatives }: Made) {
  t.ok(width <= 1440 && height <= 2036, 'fits a page');
  t.match(placeholder, /^data:image\/webp;base64,/);
  t.ok(placeholder.length <= 180, 'the placeholder is short');
  const widest = derivatives.filter(({ name }) => name.endsWith('.webp')).at(-1);
  t.equal(widest?.width, width, 'the piece is there in its own width');
  for (const { name, data, ...stated } of derivatives) {
    const seen = await look(data);
    t.equal(`${seen.width}.${seen.format.replace('jpeg', 'jpg')}`, name);
    t.equal(`image/${seen.format}`, stated.contentType);
    t.equal(seen.height, stated.height);
    t.equal(seen.frames, 1, 'one frame');
    t.strictSame(seen.metadata, [], 'no metadata');
    t.notMatch(data.toString('latin1'), /<script|<\?php|exif\0|http:\/\/ns\.adobe/i);
  }
}
