/** Sends notes. Notes written offline are kept on the device and sent when the connection is back. */
import { askAboutNotes, isPassing } from './ask.ts';
import { keepUnsent, readUnsent } from './local-storage.ts';
import { isSignedIn } from './setting.ts';
import type { Note, Outcome, Place, Unsent } from './types.ts';

const AGAIN_MS = 30_000;

type Sent = { tsukkomi_comment: Note };

export function keepSending(
  episodeId: string,
  { signal, changed, sent }: { signal: AbortSignal; changed(): void; sent(note: Note): void },
) {
  let timer = 0;
  let isBusy = false;

  const post = (of: string, { body, place, key }: Pick<Unsent, 'body' | 'place' | 'key'>) =>
    askAboutNotes<Sent>('POST /tsukkomi_comments', { body: { episode_id: of, ...place, body }, key });

  function put(key: string, next: Unsent | null): void {
    const others = readUnsent().filter((each) => each.key !== key);
    keepUnsent(next ? [...others, next] : others);
    changed();
  }

  /** Sends notes of all episodes, one after the other, until a request fails. */
  async function flush(): Promise<void> {
    if (isBusy || signal.aborted || !isSignedIn()) return;
    isBusy = true;
    clearTimeout(timer);
    for (const each of readUnsent().filter(({ refused }) => refused === undefined)) {
      const { ok, status, message, body, ...rest } = await post(each.episodeId, each);
      // An expired session is not a refusal: the note is sent after its writer signs in again.
      if (isPassing({ ok, status, message, ...rest }) || status === 401 || status === 423) {
        if (!signal.aborted) timer = window.setTimeout(() => void flush(), AGAIN_MS);
        break;
      }
      put(each.key, ok ? null : { ...each, refused: message ?? '' });
      if (body && each.episodeId === episodeId) sent(body.tsukkomi_comment);
    }
    isBusy = false;
  }

  addEventListener('online', () => void flush(), { signal });
  signal.addEventListener('abort', () => clearTimeout(timer));
  if (readUnsent().length > 0) void flush();
  return {
    all: (): Unsent[] => readUnsent().filter((each) => each.episodeId === episodeId),
    /** `status` is 0 when the note is kept for later. */
    async send(note: { body: string; place: Place; key: string }): Promise<Outcome> {
      const { ok, status, message, body } = await post(episodeId, note);
      if (body) sent(body.tsukkomi_comment);
      else if (status === 0 || status >= 500) {
        put(note.key, { ...note, episodeId, at: Date.now() });
        timer = window.setTimeout(() => void flush(), AGAIN_MS);
        return { ok: false, status: 0, message: null };
      }
      return { ok, status, message };
    },
    forget: (key: string): void => put(key, null),
  };
}
