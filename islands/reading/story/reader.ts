/** A story page's data on its reader: one server answer, or a visitor's browser storage. All islands share it. */
import { useEffect, useSyncExternalStore } from 'react';
import { ApiError, api } from '../../api.ts';
import { keptPlaces } from './local-storage.ts';
import { type KnownReader, NOBODY, readMine, readPlaces } from './reader-state.ts';

export type Notify = NonNullable<KnownReader['notify']>;

export type ShownStory = { id: string; slug: string; episodesFrom: number };

let known = NOBODY;
let asked = false;
const listeners = new Set<() => void>();

export const isSignedIn = (): boolean => /(^|; )signed_in=1/.test(document.cookie);

/** Nobody is known while a page is rendered, so that it suits everybody. */
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

/** With an expired session or a silent server, the page stays as everybody sees it. */
async function ofAccount(id: string, episodesFrom: number): Promise<Partial<KnownReader>> {
  // The reader has already asked.
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
