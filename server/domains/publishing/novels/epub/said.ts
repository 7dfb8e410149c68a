/** What a book says, to be told or kept: without characters that nothing can store, and no longer than anybody reads. */
import { cleanText } from '#server/lib/prose/inline.ts';
import { shortened } from '#server/lib/text.ts';

export const said = (text: string, mostLength: number): string => shortened(cleanText(text), mostLength);
