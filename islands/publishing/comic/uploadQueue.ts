const UPLOADS_AT_ONCE = 3;
/** When a page takes longer, parallel uploads would delay each other and a lost connection would cost more. */
const SLOW_PAGE_MS = 4000;
/** Maximum number of files per choice (decisions.md §5). */
export const FILES_AT_ONCE = 100;

export type Upload = {
  readonly key: string;
  readonly name: string;
  readonly bytes: number;
  readonly sentBytes: number;
  readonly state: 'waiting' | 'sending' | 'done' | 'failed';
  readonly problem: string | null;
  /** True when a retry may help, because the connection failed and not the file. */
  readonly retryable: boolean;
  /** The replaced page. `seenMediaId` is the picture it showed. */
  readonly replaces: string | null;
  readonly seenMediaId: string | null;
};

export type Queue = readonly Upload[];

export type NewUpload = Pick<Upload, 'key' | 'name' | 'bytes'> & {
  problem?: string | undefined;
  replaces?: string;
  seenMediaId?: string | undefined;
};

export type QueueEvent =
  | { type: 'added'; uploads: readonly NewUpload[] }
  | { type: 'started' | 'halted' | 'finished' | 'retried' | 'dropped'; key: string }
  | { type: 'progressed'; key: string; sentBytes: number }
  | { type: 'refused'; key: string; problem: string; retryable: boolean };

export const isActive = ({ state }: Upload): boolean => state === 'waiting' || state === 'sending';

export const isBusy = (queue: Queue): boolean => queue.some(isActive);

export function advance(queue: Queue, event: QueueEvent): Queue {
  if (event.type === 'added') {
    // A new round counts from zero. Failed uploads stay until the user handles them.
    const kept = isBusy(queue) ? queue : queue.filter(({ state }) => state === 'failed');
    return [...kept, ...event.uploads.map(begin)];
  }
  if (event.type === 'dropped') return queue.filter(({ key }) => key !== event.key);
  return queue.map((upload) => (upload.key === event.key ? step(upload, event) : upload));
}

const begin = ({ key, name, bytes, problem, replaces, seenMediaId }: NewUpload): Upload => ({
  key,
  name,
  bytes,
  sentBytes: 0,
  state: problem === undefined ? 'waiting' : 'failed',
  problem: problem ?? null,
  retryable: false,
  replaces: replaces ?? null,
  seenMediaId: seenMediaId ?? null,
});

type Step = Exclude<QueueEvent, { type: 'added' | 'dropped' }>;

/** Ignores events that do not fit the state, since answers may arrive after a cancel. */
function step(upload: Upload, event: Step | { type: 'dropped'; key: string }): Upload {
  const { state } = upload;
  switch (event.type) {
    case 'started':
      return state === 'waiting' ? { ...upload, state: 'sending' } : upload;
    // Paused or offline. The upload will start over.
    case 'halted':
      return state === 'sending' ? { ...upload, state: 'waiting', sentBytes: 0 } : upload;
    case 'progressed':
      return state === 'sending' ? { ...upload, sentBytes: Math.min(event.sentBytes, upload.bytes) } : upload;
    case 'finished':
      return state === 'sending' ? { ...upload, state: 'done', sentBytes: upload.bytes } : upload;
    case 'refused': {
      if (state !== 'sending') return upload;
      const { problem, retryable } = event;
      return { ...upload, state: 'failed', sentBytes: 0, problem, retryable };
    }
    case 'retried':
      return state === 'failed' && upload.retryable ? { ...upload, state: 'waiting', problem: null } : upload;
    default:
      return upload;
  }
}

/** Parallel uploads, by the time of the last page. The first page goes alone to measure it. */
export const uploadsAtOnce = (pageMs: number | null): number =>
  pageMs === null || pageMs > SLOW_PAGE_MS ? 1 : UPLOADS_AT_ONCE;

export function nextUploads(queue: Queue, most: number): Upload[] {
  const free = most - queue.filter(({ state }) => state === 'sending').length;
  return queue.filter(({ state }) => state === 'waiting').slice(0, Math.max(free, 0));
}

/** Files and bytes of the current round. Failed uploads do not count, since they are reported separately. */
export function totals(queue: Queue): { files: number; done: number; bytes: number; sentBytes: number } {
  const counted = queue.filter(({ state }) => state !== 'failed');
  return {
    files: counted.length,
    done: counted.filter(({ state }) => state === 'done').length,
    bytes: counted.reduce((sum, { bytes }) => sum + bytes, 0),
    sentBytes: counted.reduce((sum, { sentBytes }) => sum + sentBytes, 0),
  };
}
