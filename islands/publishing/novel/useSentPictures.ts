import { useEffect, useRef, useState } from 'react';
import { createPictures } from './pictures.ts';
import type { Chapter } from './useChapters.ts';

/** Handlers for pasted, dropped and pressed pictures. */
export type Guests = { files: (files: readonly File[]) => void; picture: (image: HTMLImageElement) => void };

export function useSentPictures(known: Chapter['pictures']) {
  const guests = useRef<Guests | null>(null);
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
