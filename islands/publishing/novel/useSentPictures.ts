/** The pictures of a chapter for as long as it is written. */
import { useEffect, useRef, useState } from 'react';
import { createPictures } from './pictures.ts';
import type { Chapter } from './useChapters.ts';

/** What is done with pictures that come by other ways than the toolbar. */
export type Guests = { files: (files: readonly File[]) => void; picture: (image: HTMLImageElement) => void };

export function useSentPictures(known: Chapter['pictures']) {
  const guests = useRef<Guests | null>(null);
  /** Draws the area anew. */
  const drawn = useRef(() => {});
  const [sending, setSending] = useState(0);
  const [pictures] = useState(() => {
    const made = createPictures({ onChange: () => drawn.current(), onSending: setSending });
    made.know(known);
    return made;
  });
  useEffect(() => () => pictures.close(), [pictures]);
  return { pictures, guests, drawn, sending };
}
