import { MINUTE_MS } from '../../../server/lib/durations.ts';
import { upload } from '../../api.ts';
import { uploadLarge } from '../../media/direct.ts';
import type { PageList } from './state.ts';

/** A connection without progress for this long is dead, even if the browser disagrees. */
const SILENCE_MAX_MS = MINUTE_MS;
/** Sent bytes may wait in buffers on the way, and the server must open archives. */
const ANSWER_MAX_MS = 300_000;

export type Line = { onProgress: (sentBytes: number) => void; onSilent: () => void };

export function watchLine(bytes: number, { onProgress, onSilent }: Line) {
  let silence = setTimeout(onSilent, SILENCE_MAX_MS);
  return {
    onProgress(sentBytes: number): void {
      clearTimeout(silence);
      silence = setTimeout(onSilent, sentBytes < bytes ? SILENCE_MAX_MS : ANSWER_MAX_MS);
      onProgress(sentBytes);
    },
    end: (): void => clearTimeout(silence),
  };
}

export type Sending = {
  episodeId: string;
  version: number;
  key: string;
  file: File;
  isArchive: boolean;
  replaces: string | null;
  signal: AbortSignal;
  onProgress: (sentBytes: number) => void;
};

export type Skipped = { name: string; reason: string };

export function sendFile(sending: Sending): Promise<PageList & { skipped?: Skipped[] }> {
  const { episodeId, version, key, file, isArchive, replaces, ...options } = sending;
  const seen = { lock_version: String(version) };
  if (replaces !== null)
    return upload('PUT /creator/pages/:id', { file, params: { id: replaces }, fields: seen, ...options });
  // We choose the id of the (first) page. A repeated upload after a lost answer then adds the page only once.
  const fields = { episode_id: episodeId, page_id: key, ...seen };
  if (isArchive) return uploadLarge('POST /creator/pages/import', { file, fields, ...options });
  return upload('POST /creator/pages', { file, name: 'files[]', fields, ...options });
}
