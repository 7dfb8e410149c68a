/** The process that reads one book (`run.ts`): says what it found in a file and ends. */
import { writeFile } from 'node:fs/promises';
import { readEpub } from './read.ts';
import { isEpubRefused } from './refused.ts';

const [path = '', folder = '', answer = ''] = process.argv.slice(2);

// Nobody waits any more.
process.on('disconnect', () => process.exit(1));

async function read(): Promise<unknown> {
  try {
    return { book: await readEpub(path, { folder }) };
  } catch (error) {
    if (isEpubRefused(error)) return { refusal: error.refusal };
    throw error;
  }
}

await writeFile(answer, JSON.stringify(await read()));
process.exit(0);
