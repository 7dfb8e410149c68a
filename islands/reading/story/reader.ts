/**
 * What a story's page knows of its reader: one answer of the server for all islands of the page, or for visitors what their
 * browser has kept. What a deed changes is told to all of them.
 */
import { useEffect, useSyncExternalStore } from 'react';
import { ApiError, api } from '../../api.ts';
import { keptPlaces } from './local-storage.ts';
import { type KnownReader, NOBODY, readMine, readPlaces } from './reader-state.ts';

export type Notify = NonNullable<KnownReader['notify']>;

/** The story as the page shows it: its episodes from this number on. */
export type ShownStory = { id: string; slug: string; episodesFrom: number };

let known = NOBODY;
let asked = false;
const listeners = new Set<() => void>();

export const isSignedIn = (): boolean => /(^|; )signed_in=1/.test(document.cookie);

/** Nothing is known while a page is drawn; what it says then holds for everybody. */
export function useReader({ id, slug, episodesFrom }: ShownStory): KnownReader {
  useEffect(() => {
    if (asked) return;
    asked = true;
    if (!isSignedIn()) changeReader(readPlaces(keptPlaces(slug)));
    else void ofAccount(id, episodesFrom).then(changeReader);
  }, [id, slug, episodesFrom]);
  return useSyncExternalStore(
    listen,
    () => known,
    () => NOBODY,
  );
}

export function changeReader(changed: Partial<KnownReader>): void {
  known = { ...known, ...changed };
  for (const tell of listeners) tell();
}

function listen(tell: () => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}

type AskedReader = HTMLElement & { mine?: Promise<Parameters<typeof readMine>[0] | null> };

/** A session that is over, or a server that does not answer, leaves the page as everybody sees it. */
async function ofAccount(id: string, episodesFrom: number): Promise<Partial<KnownReader>> {
  // The reader has asked already.
  const known = await document.querySelector<AskedReader>('tsuzuki-island[name=stage]')?.mine;
  if (known) return readMine(known);
  try {
    const query = { episodes_from: episodesFrom };
    return readMine(await api('GET /stories/:id/mine', { params: { id }, query, stay: true }));
  } catch (error) {
    if (error instanceof ApiError) return {};
    throw error;
  }
}
