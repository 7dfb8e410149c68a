/** Real and hostile files outside the repository, for `npm run test:corpus` only. `CORPUS` names their folder. */
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

export const corpus = resolve(process.env.CORPUS ?? join(import.meta.dirname, '../../../shared/corpus'));

export const corpusFile = (name: string): string => join(corpus, name);

export const corpusText = async <T = string>(name: string): Promise<T[]> =>
  JSON.parse(await readFile(corpusFile(`text/${name}.json`), 'utf8')) as T[];

export type CorpusRow = {
  file: string;
  bytes: number;
  expected: 'accept' | 'accept-strip' | 'reject' | 'either' | 'over-dim';
  why: string;
};

export async function corpusRows(folders: readonly string[]): Promise<CorpusRow[]> {
  const rows: CorpusRow[] = JSON.parse(await readFile(corpusFile('manifest.json'), 'utf8'));
  return rows.filter((row) => folders.some((folder) => row.file.startsWith(`${folder}/`)));
}
