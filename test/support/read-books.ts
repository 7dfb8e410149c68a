import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Book } from '#server/domains/publishing/novels/epub/book.ts';
import { readEpub } from '#server/domains/publishing/novels/epub/read.ts';
import { isEpubRefused, type Refusal } from '#server/domains/publishing/novels/epub/refused.ts';
import { temporaryFolder } from './temporary.ts';

export async function startReading() {
  const root = await temporaryFolder();

  async function readFrom(data: Buffer): Promise<{ book: Book; folder: string }> {
    const folder = await mkdtemp(join(root, 'book-'));
    await writeFile(`${folder}.epub`, data);
    return { book: await readEpub(`${folder}.epub`, { folder }), folder };
  }

  async function refusalOf(data: Buffer): Promise<Refusal> {
    try {
      const { book } = await readFrom(data);
      throw new Error(`${book.title} was taken`);
    } catch (error) {
      if (isEpubRefused(error)) return error.refusal;
      throw error;
    }
  }

  return { root, readFrom, refusalOf };
}
