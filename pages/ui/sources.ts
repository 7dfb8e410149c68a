export type Source = { type: string; srcset: string };

// AVIF is the smallest, then WebP. We sort, whatever the list's order.
const rank = (type: string) => (type === 'image/avif' ? 0 : type === 'image/webp' ? 1 : 2);

export const bestFirst = (sources: readonly Source[]): Source[] =>
  [...sources].sort((a, b) => rank(a.type) - rank(b.type));

/** A picture to preload: the format nearly every browser takes, and its width. */
export type EarlyPicture = Source & { sizes: string };

export function earlyPicture(
  picture: { sources: readonly Source[] } | null | undefined,
  sizes: string,
): EarlyPicture | undefined {
  const [source] = bestFirst(picture?.sources ?? []);
  return source && { ...source, sizes };
}
