export const epubKey = (id: string): string => `epub/${id}`;
export const EPUB_TYPE = 'application/epub+zip';

export type ReceivedEpub = { id: string; name: string; bytes: number; hash: string };
