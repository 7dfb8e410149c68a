/** Sends the chosen files: some at once, again when the connection comes back, archives page by page. */
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslations } from '../../locales/react.tsx';
import { MINUTE_MS } from '../../server/lib/durations.ts';
import { inNaturalOrder } from '../../server/lib/natural-order.ts';
import { ApiError, isPassing, upload } from '../api.ts';
import { ARCHIVE_BYTES_MOST, IMAGE_BYTES_MOST, megabytes } from '../bytes.ts';
import { momentHere } from '../hereAndNow.ts';
import { useWording } from '../useRefusal.ts';
import { isPictured, type PageList, type PagesEvent, type PagesState } from './state.ts';
import {
  FILES_AT_ONCE,
  isActive,
  type NewUpload,
  nextUploads,
  type Upload,
  uploadsAtOnce,
} from './uploadQueue.ts';
import type { Tell } from './usePages.ts';
import { useWait } from './useWait.ts';
import { FOR_THE_LINE, waitAfter } from './waits.ts';

/** A file, or what becomes one when its turn comes. */
export type Source = { name: string; size: number; open: () => Promise<File> };

type Known = { source: Source; url: string | null; isArchive: boolean };

/** A line on which nothing has moved for so long is dead, whatever the browser thinks of it. */
const SILENCE_MOST_MS = MINUTE_MS;
/** What has left the browser may still wait in buffers on the way, and an archive has to be opened. */
const ANSWER_MOST_MS = 300_000;

const isArchive = ({ name, type }: File): boolean =>
  /\.(zip|cbz)$/i.test(name) || /^application\/(zip|x-zip-compressed|vnd\.comicbook\+zip|x-cbz)$/.test(type);
const isOtherArchive = ({ name }: File): boolean => /\.(cbr|cb7|cbt|rar|7z|tar|pdf)$/i.test(name);

export type UploadsProps = {
  episodeId: string;
  state: PagesState;
  now: RefObject<PagesState>;
  dispatch: (event: PagesEvent) => void;
  /** The server has changed what it has. */
  changed: () => void;
  /** Asks what the server has. */
  refresh: () => Promise<PageList>;
  tell: Tell;
};

export function useUploads({ episodeId, state, now, dispatch, changed, refresh, tell }: UploadsProps) {
  const t = useTranslations('console');
  const codes = useTranslations('codes');
  const problems = useTranslations('problems');
  const wording = useWording();
  const files = useRef(new Map<string, Known>());
  const running = useRef(new Map<string, AbortController>());
  const tries = useRef(new Map<string, number>());
  const [paused, setPaused] = useState(false);
  const { wait, ...waiting } = useWait();
  /** What the line takes for a page, however many share it. */
  const pageMs = useRef<number | null>(null);

  const forget = (key: string) => {
    running.current.get(key)?.abort();
    running.current.delete(key);
    tries.current.delete(key);
    const url = files.current.get(key)?.url;
    if (url) URL.revokeObjectURL(url);
    files.current.delete(key);
  };
  /** Takes everything back that is on its way; it begins anew when it may go on. */
  const halt = () => {
    for (const [key, gone] of running.current) {
      gone.abort();
      dispatch({ type: 'halted', key });
    }
    running.current.clear();
  };

  const start = async ({ key, replaces, seenMediaId }: Upload): Promise<void> => {
    const known = files.current.get(key);
    if (known === undefined) return;
    const gone = new AbortController();
    running.current.set(key, gone);
    dispatch({ type: 'started', key });
    const startedAt = performance.now();
    const { signal } = gone;
    const silent = () => {
      gone.abort();
      dispatch({ type: 'halted', key });
      waiting.begin(FOR_THE_LINE);
    };
    let silence = setTimeout(silent, SILENCE_MOST_MS);
    const onProgress = (sentBytes: number) => {
      clearTimeout(silence);
      silence = setTimeout(silent, sentBytes < known.source.size ? SILENCE_MOST_MS : ANSWER_MOST_MS);
      dispatch({ type: 'progressed', key, sentBytes });
    };
    try {
      const file = await known.source.open();
      known.url ??= known.isArchive ? null : URL.createObjectURL(file);
      const answer = await send({ key, file, known, replaces, signal, onProgress });
      waiting.lineIsBack();
      if (!known.isArchive) pageMs.current = (performance.now() - startedAt) / running.current.size;
      changed();
      dispatch({ type: 'uploaded', key, list: answer });
      if (answer.skipped !== undefined && answer.skipped.length > 0)
        tell.failed(skippedWords(answer.skipped));
    } catch (error) {
      if (signal.aborted) return;
      const isOvertaken = error instanceof ApiError && error.code === 'episode_changed';
      if (!isOvertaken || !(await mayGoOn(replaces, seenMediaId))) failed(key, error);
      else dispatch({ type: 'halted', key });
    } finally {
      clearTimeout(silence);
      if (running.current.get(key) === gone) running.current.delete(key);
    }
  };

  /** Somebody changed the episode: a new page still comes last, and a picture still replaces the one that was seen. */
  const mayGoOn = async (replaces: string | null, seenMediaId: string | null): Promise<boolean> => {
    const list = await refresh().catch(() => null);
    const page = list?.pages.find(({ id }) => id === replaces);
    return list !== null && (replaces === null || page?.media_id === seenMediaId);
  };

  type Sending = {
    key: string;
    file: File;
    known: Known;
    replaces: string | null;
    signal: AbortSignal;
    onProgress: (sentBytes: number) => void;
  };
  type Skipped = { name: string; reason: string };
  const send = ({
    key,
    file,
    known,
    replaces,
    ...options
  }: Sending): Promise<PageList & { skipped?: Skipped[] }> => {
    const seen = { lock_version: String(now.current.version) };
    if (replaces !== null)
      return upload('PUT /creator/pages/:id', { file, params: { id: replaces }, fields: seen, ...options });
    // The id of the (first) page is ours: an upload whose answer got lost can be sent again and is added once.
    const fields = { episode_id: episodeId, page_id: key, ...seen };
    if (known.isArchive) return upload('POST /creator/pages/import', { file, fields, ...options });
    return upload('POST /creator/pages', { file, name: 'files[]', fields, ...options });
  };
  const skippedWords = (skipped: readonly Skipped[]): string =>
    skipped
      .map(({ name, reason }) => {
        const key = reason as Parameters<typeof problems.has>[0];
        return t('skipped', { name, problem: problems.has(key) ? problems(key) : problems('invalid') });
      })
      .join(' ');

  const failed = (key: string, error: unknown): void => {
    const isOnline = navigator.onLine;
    const count = (tries.current.get(key) ?? 0) + 1;
    const nowMs = Date.now();
    const retryAfterMs = error instanceof ApiError ? error.retryAfterMs : null;
    const next = isPassing(error) ? waitAfter({ tries: count, isOnline, retryAfterMs, nowMs }) : null;
    if (next !== null) {
      if (isOnline) tries.current.set(key, count);
      dispatch({ type: 'halted', key });
      waiting.begin(next);
      return;
    }
    tries.current.delete(key);
    const problem = error instanceof ApiError ? wordsOf(error) : t('entryDamaged');
    const from = isPassing(error) && retryAfterMs !== null ? new Date(nowMs + retryAfterMs) : null;
    dispatch({
      type: 'refused',
      key,
      problem: from === null ? problem : `${problem} ${t('uploadsFrom', { moment: momentHere(from) })}`,
      retryable: isPassing(error),
    });
  };
  const wordsOf = (error: unknown): string => {
    const { message, fields } = wording(error);
    return Object.values(fields).flat()[0] ?? message;
  };

  useEffect(() => {
    for (const key of files.current.keys()) if (isPictured(state, key)) forget(key);
    if (paused || wait !== null) return;
    for (const next of nextUploads(state.queue, uploadsAtOnce(pageMs.current)))
      if (!running.current.has(next.key)) void start(next);
  });
  const isIdle = !state.queue.some(isActive);
  const cutOff = useEffectEvent(() => {
    if (isIdle || paused) return;
    // What is on its way when the network goes would hang until somebody notices.
    halt();
    waiting.begin(FOR_THE_LINE);
  });
  useEffect(() => {
    addEventListener('offline', cutOff);
    return () => removeEventListener('offline', cutOff);
  }, []);
  useEffect(() => {
    if (!isIdle) return;
    setPaused(false);
    waiting.end();
  }, [isIdle, waiting.end]);

  const take = (source: Source, most = IMAGE_BYTES_MOST, file: File | null = null): NewUpload => {
    const key = crypto.randomUUID();
    const isWhole = most === ARCHIVE_BYTES_MOST;
    const url = file === null || isWhole ? null : URL.createObjectURL(file);
    files.current.set(key, { source, url, isArchive: isWhole });
    return { key, name: source.name, bytes: source.size, problem: problemOf(source, isWhole, file) };
  };
  const problemOf = ({ size }: Source, isWhole: boolean, file: File | null): string | undefined => {
    if (size === 0) return t('emptyFile');
    if (isWhole) return size > ARCHIVE_BYTES_MOST ? codes('archive_too_large') : undefined;
    if (file !== null && isOtherArchive(file)) return codes('archive_unsupported');
    return size > IMAGE_BYTES_MOST ? t('tooLarge', { size: megabytes(size) }) : undefined;
  };
  const ofFile = (file: File): Source => ({ name: file.name, size: file.size, open: async () => file });

  const takeArchive = async (file: File): Promise<NewUpload[]> => {
    const whole = ofFile(file);
    if (file.size > ARCHIVE_BYTES_MOST || !('DecompressionStream' in globalThis))
      return [take(whole, ARCHIVE_BYTES_MOST)];
    const { pagesOfArchive } = await import('./archive.ts');
    const pages = await pagesOfArchive(file, FILES_AT_ONCE);
    return pages === null ? [take(whole, ARCHIVE_BYTES_MOST)] : pages.map((page) => take(page));
  };

  return {
    paused,
    wait,
    /** The chosen file itself, until the server has a picture of it. */
    previewOf: (key: string | null): string | null => files.current.get(key ?? '')?.url ?? null,
    async add(chosen: readonly File[]): Promise<void> {
      const archives = inNaturalOrder(chosen.filter(isArchive));
      const plain = inNaturalOrder(chosen.filter((file) => !isArchive(file)));
      const taken = plain.slice(0, FILES_AT_ONCE);
      tell.failed(plain.length > taken.length ? t('tooManyFiles', { most: FILES_AT_ONCE }) : null);
      if (taken.length > 0)
        dispatch({
          type: 'chosen',
          uploads: taken.map((file) => take(ofFile(file), IMAGE_BYTES_MOST, file)),
        });
      for (const archive of archives) dispatch({ type: 'chosen', uploads: await takeArchive(archive) });
    },
    replace(tile: string, file: File): void {
      forget(now.current.board.find(({ key }) => key === tile)?.uploadKey ?? tile);
      dispatch({ type: 'replaced', tile, upload: take(ofFile(file), IMAGE_BYTES_MOST, file) });
    },
    retry(key: string): void {
      dispatch({ type: 'retried', key });
    },
    cancel(key: string): void {
      forget(key);
      dispatch({ type: 'dropped', key });
    },
    pause(): void {
      setPaused(true);
      halt();
    },
    resume(): void {
      setPaused(false);
      waiting.end();
    },
  };
}
