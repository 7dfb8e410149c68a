/** Prepares text of a book for display and storage: removes characters that cannot be stored, and shortens it. */
import { cleanText } from '#server/lib/prose/inline.ts';
import { shortened } from '#server/lib/text.ts';

export const said = (text: string, mostLength: number): string => shortened(cleanText(text), mostLength);
