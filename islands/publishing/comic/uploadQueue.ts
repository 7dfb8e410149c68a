/** The uploads of an episode as a state machine: what waits, what is on its way, what was refused and why. */

const UPLOADS_AT_ONCE = 3;
/** Where a page takes longer, others beside it would only make all of them later, and a lost connection cost more. */
const SLOW_PAGE_MS = 4000;
/** As many as one choice of files may bring (decisions.md §5). */
export const FILES_AT_ONCE = 100;

export type Upload = {
  readonly key: string;
  readonly name: string;
  readonly bytes: number;
  readonly sentBytes: number;
  readonly state: 'waiting' | 'sending' | 'done' | 'failed';
  /** Why it failed, in words. */
  readonly problem: string | null;
  /** Sending it again may help: the way was bad, not the file. */
  readonly retryable: boolean;
  /** The page that it takes the place of, and the picture that this page showed. */
  readonly replaces: string | null;
  readonly seenMediaId: string | null;
};

export type Queue = readonly Upload[];

export type NewUpload = Pick<Upload, 'key' | 'name' | 'bytes'> & {
  /** Known to be refused before a byte is sent. */
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
    // A new round is counted anew; what failed stays until it is dealt with.
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

/** An event that the state does not expect changes nothing: answers may come after a cancel. */
function step(upload: Upload, event: Step | { type: 'dropped'; key: string }): Upload {
  const { state } = upload;
  switch (event.type) {
    case 'started':
      return state === 'waiting' ? { ...upload, state: 'sending' } : upload;
    // Paused, or the connection is gone: it begins anew.
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

/** How many may travel at once when the last page took so long; the first one goes alone and finds out. */
export const uploadsAtOnce = (pageMs: number | null): number =>
  pageMs === null || pageMs > SLOW_PAGE_MS ? 1 : UPLOADS_AT_ONCE;

/** What may start now. */
export function nextUploads(queue: Queue, most: number): Upload[] {
  const free = most - queue.filter(({ state }) => state === 'sending').length;
  return queue.filter(({ state }) => state === 'waiting').slice(0, Math.max(free, 0));
}

/** Files and bytes of the present round; what failed is not counted, it is told by itself. */
export function totals(queue: Queue): { files: number; done: number; bytes: number; sentBytes: number } {
  const counted = queue.filter(({ state }) => state !== 'failed');
  return {
    files: counted.length,
    done: counted.filter(({ state }) => state === 'done').length,
    bytes: counted.reduce((sum, { bytes }) => sum + bytes, 0),
    sentBytes: counted.reduce((sum, { sentBytes }) => sum + sentBytes, 0),
  };
}
