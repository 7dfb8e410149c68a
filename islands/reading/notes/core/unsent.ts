/** Sends notes. Notes written offline are kept on the device and sent when the connection is back. */
import { askAboutNotes, isPassing } from './ask.ts';
import { keepUnsent, readUnsent } from './local-storage.ts';
import { isSignedIn } from './setting.ts';
import type { Note, Outcome, Unsent } from './types.ts';

const AGAIN_MS = 30_000;

export function keepSending(
  episodeId: string,
  { signal, changed, sent }: { signal: AbortSignal; changed(): void; sent(note: Note): void },
) {
  let timer = 0;
  let isBusy = false;

  async function post({ episodeId: of, place, body: text, key }: Omit<Unsent, 'at'>): Promise<Outcome> {
    const { body, ...outcome } = await askAboutNotes<{ tsukkomi_comment: Note }>('POST /tsukkomi_comments', {
      body: { episode_id: of, ...place, body: text },
      key,
    });
    if (body && of === episodeId) sent(body.tsukkomi_comment);
    return outcome;
  }

  function put(key: string, next: Unsent | null): void {
    const others = readUnsent().filter((each) => each.key !== key);
    keepUnsent(next ? [...others, next] : others);
    changed();
  }

  const flushLater = (): void => {
    timer = window.setTimeout(() => void flush(), AGAIN_MS);
  };

  /** Sends notes of all episodes, one after the other, until a request fails. */
  async function flush(): Promise<void> {
    if (isBusy || signal.aborted || !isSignedIn()) return;
    isBusy = true;
    clearTimeout(timer);
    for (const each of readUnsent().filter(({ refused }) => refused === undefined)) {
      const outcome = await post(each);
      // An expired session is not a refusal: the note is sent after its writer signs in again.
      if (isPassing(outcome) || outcome.status === 401 || outcome.status === 423) {
        if (!signal.aborted) flushLater();
        break;
      }
      put(each.key, outcome.ok ? null : { ...each, refused: outcome.message ?? '' });
    }
    isBusy = false;
  }

  addEventListener('online', () => void flush(), { signal });
  signal.addEventListener('abort', () => clearTimeout(timer));
  if (readUnsent().length > 0) void flush();
  return {
    all: (): Unsent[] => readUnsent().filter((each) => each.episodeId === episodeId),
    /** `status` is 0 when the note is kept for later. */
    async send(note: Pick<Unsent, 'body' | 'place' | 'key'>): Promise<Outcome> {
      const outcome = await post({ ...note, episodeId });
      if (outcome.ok || (outcome.status !== 0 && outcome.status < 500)) return outcome;
      put(note.key, { ...note, episodeId, at: Date.now() });
      flushLater();
      return { ok: false, status: 0, message: null };
    },
    forget: (key: string): void => put(key, null),
  };
}
