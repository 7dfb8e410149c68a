import { eq } from 'drizzle-orm';
import { type EpubFindings, epubs, stories } from '../../db/schema/index.ts';
import { newId } from '../../server/lib/ids.ts';
import type { Account } from '../support/app.ts';
import { createEpisode } from '../support/console.ts';
import type { House } from '../support/house.ts';
import type { Screen } from './screens.ts';

export type BookPaths = Record<
  'book' | 'bookReading' | 'bookFound' | 'bookRefused' | 'bookFailed',
  string | null
>;
export const NO_BOOK: BookPaths = {
  book: null,
  bookReading: null,
  bookFound: null,
  bookRefused: null,
  bookFailed: null,
};

export const bookScreens: readonly Screen[] = [
  { name: 'book-none', path: ({ paths }) => paths.book, as: 'creator' },
  { name: 'book-reading', path: ({ paths }) => paths.bookReading, as: 'creator' },
  { name: 'book-found', path: ({ paths }) => paths.bookFound, as: 'creator' },
  { name: 'book-refused', path: ({ paths }) => paths.bookRefused, as: 'creator' },
  { name: 'book-failed', path: ({ paths }) => paths.bookFailed, as: 'creator' },
];

const LEFT_OUT: EpubFindings['leftOut'] = [
  { kind: 'scripts', count: 2, names: ['OEBPS/scripts/tracker.js', 'OEBPS/scripts/menu.js'], chapters: [] },
  { kind: 'styles', count: 1, names: ['OEBPS/styles/book.css'], chapters: [] },
  { kind: 'audio', count: 1, names: ['OEBPS/audio/chapter-07.mp3'], chapters: [7] },
  {
    kind: 'remote',
    count: 4,
    names: ['https://pictures.example.org/third-floor/plan-of-the-hotel.png'],
    chapters: [3, 11, 19],
  },
];

type Row = Pick<typeof epubs.$inferInsert, 'state' | 'progress' | 'findings' | 'refusal'>;

export async function makeBooks(house: House, creator: Account, storyId: string): Promise<BookPaths> {
  const { db } = house.deps;
  const [story] = await db.select().from(stories).where(eq(stories.id, storyId));
  if (story === undefined) throw new Error('The story of the books is gone');
  const placed = async (name: string, row: Row): Promise<string> => {
    const episode = await createEpisode(house, creator, storyId, 'The Third Floor');
    const id = newId();
    const file = { name, bytes: 4_404_019, hash: id };
    await db.insert(epubs).values({ id, episodeId: episode.id, ownerId: story.ownerId, ...file, ...row });
    return `/creator/stories/${storyId}/episodes/${episode.id}/epub`;
  };
  const findings: EpubFindings = {
    version: '3.0',
    title: 'Room 313',
    authors: ['P. L. Moreau'],
    language: 'en',
    direction: null,
    isVertical: false,
    coverMediaId: story.coverMediaId,
    chapters: 24,
    words: 71_480,
    characters: 390_000,
    notes: 31,
    pictures: 12,
    picturesWithoutAlt: 3,
    leftOut: LEFT_OUT,
    refusedPictures: [],
  };
  return {
    book: await placed('room-313.epub', { state: 'taken', findings }),
    bookReading: await placed('room-313.epub', {
      state: 'reading',
      progress: { chapters: { done: 24, total: 24 }, pictures: { done: 5, total: 12 } },
    }),
    bookFound: await placed('room-313.epub', { state: 'found', findings }),
    bookRefused: await placed('room-313-final-2.epub', {
      state: 'refused',
      refusal: {
        reason: 'not_closed',
        file: 'OEBPS/text/chapter-11.xhtml',
        line: 213,
        element: 'p',
        excerpt: [
          { number: 212, text: '<p>The woman from Trieste had packed.</p>' },
          { number: 213, text: '<p>“Nobody,” she said.' },
          { number: 214, text: '<h2>Twelve</h2>' },
          {
            number: 215,
            text: '<p>By noon the third floor was quiet, and so was the long corridor behind it.</p>',
          },
        ],
      },
    }),
    bookFailed: await placed('room-313.epub', { state: 'refused', refusal: { reason: 'failed' } }),
  };
}
