type Source = { type: string; srcset: string };
export type Piece = { sources: Source[]; url: string };

/** The smallest sharp size for this screen, else the largest. Every browser with workers shows WebP. */
export function sizeFor({ sources, url }: Piece, width: number): string {
  const webp = sources.find(({ type }) => type === 'image/webp')?.srcset ?? '';
  const sizes = webp
    .split(',')
    .map((each) => each.trim().split(/\s+/))
    .map(([address = '', wide = '']) => ({ address, wide: Number.parseInt(wide, 10) }))
    .filter(({ address, wide }) => address !== '' && wide > 0)
    .sort((a, b) => a.wide - b.wide);
  return (sizes.find(({ wide }) => wide >= width) ?? sizes.at(-1))?.address ?? url;
}

const attribute = (tag: string, name: string): string =>
  (new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? '').replaceAll('&amp;', '&');

/** The server writes the text of a chapter (server/lib/prose/fill.ts), so no parser is needed. */
export function picturesIn(html: string): Piece[] {
  const text = /<article\b[^>]*\sdata-prose=.*?<\/article>/s.exec(html)?.[0] ?? '';
  return [...text.matchAll(/<picture>(.*?)<\/picture>/gs)].map(([, picture = '']) => ({
    sources: [...picture.matchAll(/<source\b[^>]*>/g)].map(([tag]) => ({
      type: attribute(tag, 'type'),
      srcset: attribute(tag, 'srcset'),
    })),
    url: attribute(/<img\b[^>]*>/.exec(picture)?.[0] ?? '', 'src'),
  }));
}
