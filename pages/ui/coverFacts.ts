import type { PictureFacts } from './Picture.tsx';

/** A small picture by one signed address, as the console has them. */
export const coverFacts = (url: string | null, side = 160): PictureFacts | null =>
  url === null ? null : { sources: [], url, width: side, height: side };
