/** Where the files of books lie. */

export const epubKey = (id: string): string => `epub/${id}`;
export const EPUB_TYPE = 'application/epub+zip';

/** An ePub that lies in storage and has no row yet. */
export type ReceivedEpub = { id: string; name: string; bytes: number; hash: string };
