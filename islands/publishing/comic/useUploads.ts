/** Uploads the chosen files: several in parallel, retried after a lost connection, archives page by page. */
import { type RefObject, useEffect, useRef } from 'react';
import { useTranslations } from '../../../locales/react.tsx';
import { inNaturalOrder } from '../../../server/lib/natural-order.ts';
import { ApiError } from '../../api.ts';
import { sendFile, watchLine } from './sendFile.ts';
import { isPictured, type PageList, type PagesEvent, type PagesState, type Tell } from './state.ts';
import { FILES_AT_ONCE, isActive, nextUploads, type Upload, uploadsAtOnce } from './uploadQueue.ts';
import { isArchive, useChosenFiles } from './useChosenFiles.ts';
import { usePauses } from './usePauses.ts';
import { useSetbacks } from './useSetbacks.ts';
import { FOR_THE_LINE } from './waits.ts';

export type UploadsProps = {
  episodeId: string;
  state: PagesState;
  now: RefObject<PagesState>;
  dispatch: (event: PagesEvent) => void;
  changed: () => void;
  /** Reads the server's list. `follow` keeps an order set by somebody else, which ours would overwrite. */
  refresh: (options?: { follow?: boolean }) => Promise<PageList>;
  tell: Tell;
  zone: string;
};

/** True for a new page, or for a replaced page whose picture nobody else has changed. */
const mayGoOn = ({ pages }: PageList, replaces: string | null, seenMediaId: string | null): boolean =>
  replaces === null || pages.find(({ id }) => id === replaces)?.media_id === seenMediaId;

export function useUploads({ episodeId, state, now, dispatch, changed, refresh, tell, zone }: UploadsProps) {
  const t = useTranslations('console');
  const files = useChosenFiles();
  const running = useRef(new Map<string, AbortController>());
  /** Upload time per page, however many run in parallel. */
  const pageMs = useRef<number | null>(null);

  /** Aborts all running uploads. They start over when sending may continue. */
  const halt = () => {
    for (const [key, gone] of running.current) {
      gone.abort();
      dispatch({ type: 'halted', key });
    }
    running.current.clear();
  };

  const { paused, wait, begin, lineIsBack, pause, resume } = usePauses(!state.queue.some(isActive), halt);
  const setbacks = useSetbacks(dispatch, begin, zone);

  const forget = (key: string) => {
    running.current.get(key)?.abort();
    running.current.delete(key);
    setbacks.forget(key);
    files.forget(key);
  };

  const start = async ({ key, replaces, seenMediaId }: Upload): Promise<void> => {
    const known = files.get(key);
    if (known === undefined) return;
    const gone = new AbortController();
    const { signal } = gone;
    running.current.set(key, gone);
    dispatch({ type: 'started', key });
    const startedAt = performance.now();
    const line = watchLine(known.source.size, {
      onProgress: (sentBytes) => dispatch({ type: 'progressed', key, sentBytes }),
      onSilent() {
        gone.abort();
        dispatch({ type: 'halted', key });
        begin(FOR_THE_LINE);
      },
    });
    try {
      const file = await known.source.open();
      known.url ??= known.isArchive ? null : URL.createObjectURL(file);
      const answer = await sendFile({
        ...{ episodeId, version: now.current.version, key, file, isArchive: known.isArchive, replaces },
        ...{ signal, onProgress: line.onProgress },
      });
      lineIsBack();
      if (!known.isArchive) pageMs.current = (performance.now() - startedAt) / running.current.size;
      changed();
      dispatch({ type: 'uploaded', key, list: answer });
      if (answer.skipped !== undefined && answer.skipped.length > 0)
        tell.failed(setbacks.skippedWords(answer.skipped));
    } catch (error) {
      if (signal.aborted) return;
      const isOvertaken = error instanceof ApiError && error.code === 'episode_changed';
      const list = isOvertaken ? await refresh({ follow: true }).catch(() => null) : null;
      if (list !== null && mayGoOn(list, replaces, seenMediaId)) dispatch({ type: 'halted', key });
      else setbacks.failed(key, error);
    } finally {
      line.end();
      if (running.current.get(key) === gone) running.current.delete(key);
    }
  };

  useEffect(() => {
    for (const key of files.keys()) if (isPictured(state, key)) forget(key);
    if (paused || wait !== null) return;
    for (const next of nextUploads(state.queue, uploadsAtOnce(pageMs.current)))
      if (!running.current.has(next.key)) void start(next);
  });

  return {
    paused,
    wait,
    pause,
    resume,
    previewOf: (key: string | null): string | null => files.get(key ?? '')?.url ?? null,
    async add(chosen: readonly File[]): Promise<void> {
      const archives = inNaturalOrder(chosen.filter(isArchive));
      const plain = inNaturalOrder(chosen.filter((file) => !isArchive(file)));
      const taken = plain.slice(0, FILES_AT_ONCE);
      tell.failed(plain.length > taken.length ? t('tooManyFiles', { most: FILES_AT_ONCE }) : null);
      if (taken.length > 0) dispatch({ type: 'chosen', uploads: taken.map(files.take) });
      for (const archive of archives) dispatch({ type: 'chosen', uploads: await files.takeArchive(archive) });
    },
    replace(tile: string, file: File): void {
      forget(now.current.board.find(({ key }) => key === tile)?.uploadKey ?? tile);
      dispatch({ type: 'replaced', tile, upload: files.take(file) });
    },
    retry: (key: string): void => dispatch({ type: 'retried', key }),
    cancel(key: string): void {
      forget(key);
      dispatch({ type: 'dropped', key });
    },
  };
}
