/** Sends one file of an episode, and notices a line on which nothing moves any more. */
import { MINUTE_MS } from '../../../server/lib/durations.ts';
import { upload } from '../../api.ts';
import { uploadLarge } from '../../media/direct.ts';
import type { PageList } from './state.ts';

/** A line on which nothing has moved for so long is dead, whatever the browser thinks of it. */
const SILENCE_MAX_MS = MINUTE_MS;
/** What has left the browser may still wait in buffers on the way, and an archive has to be opened. */
const ANSWER_MAX_MS = 300_000;

export type Line = { onProgress: (sentBytes: number) => void; onSilent: () => void };

/** Passes on what moves, and calls `onSilent` once nothing has moved for too long. */
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
  /** The version of the episode that was seen. */
  version: number;
  key: string;
  file: File;
  isArchive: boolean;
  replaces: string | null;
  signal: AbortSignal;
  onProgress: (sentBytes: number) => void;
};

/** What of an archive is no page, and why. */
export type Skipped = { name: string; reason: string };

export function sendFile(sending: Sending): Promise<PageList & { skipped?: Skipped[] }> {
  const { episodeId, version, key, file, isArchive, replaces, ...options } = sending;
  const seen = { lock_version: String(version) };
  if (replaces !== null)
    return upload('PUT /creator/pages/:id', { file, params: { id: replaces }, fields: seen, ...options });
  // The id of the (first) page is ours: an upload whose answer got lost can be sent again and is added once.
  const fields = { episode_id: episodeId, page_id: key, ...seen };
  if (isArchive) return uploadLarge('POST /creator/pages/import', { file, fields, ...options });
  return upload('POST /creator/pages', { file, name: 'files[]', fields, ...options });
}
