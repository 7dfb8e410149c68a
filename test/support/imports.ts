/** Imports of books into an episode's chapters, over the API. Tests choose what the reader returns. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { chapters } from '#db/schema/index.ts';
import { type ReadBook, readBook } from '#server/domains/publishing/novels/books/read.ts';
import type { Book } from '#server/domains/publishing/novels/epub/book.ts';
import type { Account, TestApp } from './app.ts';
import { createEpisode, createStory, jpegPart, upload, uploadCover } from './console.ts';
import { makeZip } from './make-zip.ts';

export type Import = {
  epub: { id: string; state: string; findings: object | null; refusal: object | null } | null;
  replaces: { chapters: number; places: { moved: number; total: number } } | null;
  original: { name: string; bytes: number } | null;
  lock_version: number;
};

/** An ePub by its first bytes, without content. */
export const epubFile = makeZip([{ name: 'mimetype', data: Buffer.from('application/epub+zip') }]);

export const bookChapter = (
  number: number,
  html: string,
  title = `Chapter ${number}`,
): Book['chapters'][number] => ({
  ...{ key: `c${number}`, title, html, sectionEnds: [], words: 3, characters: 12, notes: 0 },
  source: `text/${number}.xhtml`,
});

export const bookPicture = (number: number): Book['pictures'][number] => ({
  ...{ token: `p${number}`, file: `${number}.jpg`, name: `map-${number}.jpg` },
  type: 'image/jpeg',
  uses: 1,
  withoutAlt: 0,
});

const bookOf = (parts: Partial<Book>): Book => ({
  version: '3.0',
  title: 'Room 313',
  authors: ['P. L. Moreau'],
  language: 'en',
  direction: null,
  isVertical: false,
  cover: null,
  pictures: [],
  leftOut: [],
  chapters: [bookChapter(1, '<p>One.</p>')],
  ...parts,
});

/** Returns this book and writes its pictures into the folder. A picture with null bytes is missing. */
export const reading =
  (parts: Partial<Book>, bytesOf?: (token: string) => Buffer | null): ReadBook =>
  async (_path, { folder }) => {
    const drawn = await jpegPart('file', 'map.jpg', { width: 400, height: 300 });
    const jpeg = 'data' in drawn ? drawn.data : Buffer.alloc(0);
    const book = bookOf(parts);
    for (const { token, file } of book.pictures) {
      const bytes = bytesOf === undefined ? jpeg : bytesOf(token);
      if (bytes !== null) await writeFile(join(folder, file), bytes.length === 0 ? jpeg : bytes);
    }
    return book;
  };

export function openImports(app: TestApp, creator: Account) {
  const { deps } = app;
  const sent = async (as: Account = creator, data = epubFile): Promise<string> => {
    const reply = await upload(app, as, 'POST /media/epub', [{ name: 'epub', filename: 'a.epub', data }]);
    if (reply.statusCode !== 201) throw new Error(reply.body);
    return reply.json<{ media: { id: string } }>().media.id;
  };
  /** Starts a review import, unless `body` overrides it. */
  const ask = (episodeId: string, media_id: string, body: object = {}, as: Account = creator) =>
    app.call('POST /creator/episodes/chapters', {
      as,
      body: { episode_id: episodeId, media_id, look_first: true, ...body },
    });
  /** The job waits in the app's queue. */
  const begin = async (episodeId: string, data = epubFile): Promise<string> => {
    const id = await sent(creator, data);
    const reply = await ask(episodeId, id);
    if (reply.statusCode !== 202) throw new Error(reply.body);
    return id;
  };
  return {
    sent,
    ask,
    begin,
    async startNovel(): Promise<{ storyId: string; episodeId: string }> {
      const cover_media_id = await uploadCover(app, creator);
      const novel = { title: 'The Ledger', publication_type: 'novel', cover_media_id };
      const story = await createStory(app, creator, novel);
      await app.runJobs();
      return { storyId: story.id, episodeId: (await createEpisode(app, creator, story.id)).id };
    },
    async look(episodeId: string): Promise<Import> {
      const reply = await app.call(`GET /creator/episodes/epub/${episodeId}/import`, { as: creator });
      return reply.json<Import>();
    },
    accept: (episodeId: string, media_id: string, lock_version?: number) => {
      const body = { media_id, lock_version };
      return app.call(`POST /creator/episodes/epub/${episodeId}/import`, { as: creator, body });
    },
    leave: (episodeId: string, media_id: string, as: Account = creator) =>
      app.call(`DELETE /creator/episodes/epub/${episodeId}/import`, { as, body: { media_id } }),
    textsOf: (episodeId: string) =>
      deps.db.select().from(chapters).where(eq(chapters.episodeId, episodeId)).orderBy(chapters.position),
    async found(episodeId: string, parts: Partial<Book>): Promise<string> {
      const epubId = await begin(episodeId);
      await readBook(deps, { epubId }, reading(parts));
      return epubId;
    },
  };
}
