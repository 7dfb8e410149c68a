/** The forms in which a browser gets one picture. */

export type Source = { type: string; srcset: string };

// AVIF is the smallest, then WebP: the order is part of the promise, whoever made the list.
const rank = (type: string) => (type === 'image/avif' ? 0 : type === 'image/webp' ? 1 : 2);

export const bestFirst = (sources: readonly Source[]): Source[] =>
  [...sources].sort((a, b) => rank(a.type) - rank(b.type));

/** What the head of a document asks for early: the form that nearly every browser takes, and how wide it is drawn. */
export type EarlyPicture = Source & { sizes: string };

export function earlyPicture(
  picture: { sources: readonly Source[] } | null | undefined,
  sizes: string,
): EarlyPicture | undefined {
  const [source] = bestFirst(picture?.sources ?? []);
  return source && { ...source, sizes };
}
