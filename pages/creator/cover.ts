import type { PictureFacts } from '../ui/Picture.tsx';

/** The console shows small pictures by one signed address. */
export const coverFacts = (url: string | null, side = 160): PictureFacts | null =>
  url === null ? null : { sources: [], url, width: side, height: side };
