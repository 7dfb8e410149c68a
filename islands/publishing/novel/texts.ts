export const EPUB_READING = [
  'epub.allHere',
  'epub.chapters',
  'epub.chaptersRead',
  'epub.gone',
  'epub.lookAgain',
  'epub.mayClose',
  'epub.now',
  'epub.number',
  'epub.of',
  'epub.pictures',
  'epub.picturesWait',
  'epub.size',
  'epub.size',
  'epub.stop',
  'epub.title.reading',
  'epub.uploaded',
] as const;

export const EPUB_UPLOAD = [
  'codes.epub_too_large',
  'epub.choose',
  'epub.chooseAnother',
  'epub.readIt',
  'epub.sending',
  'epub.sentOf',
  'epub.stop',
  'errors.communication',
  'fields',
] as const;

export const BOOK_ENTRANCE = [
  'epub.entrance',
  'epub.entranceFound',
  'epub.entranceReading',
  'epub.entranceRefused',
  'epub.original',
  'epub.originalOf',
] as const;
