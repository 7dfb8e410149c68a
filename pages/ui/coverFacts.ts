import type { PictureFacts } from './Picture.tsx';

/** A small picture with a single signed address, as in the console. */
export const coverFacts = (url: string | null, side = 160): PictureFacts | null =>
  url === null ? null : { sources: [], url, width: side, height: side };
