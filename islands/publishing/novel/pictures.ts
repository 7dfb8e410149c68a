/**
 * Pictures of a chapter being written: shown by a temporary address and stored by id. Pictures being uploaded have no
 * id yet and are not part of the text.
 */
import { upload } from '../../api.ts';
import { processed } from '../../media/processed.ts';

const SENDING = 'data-sending';
const KEPT = 'data-picture';

export type Setback = { error: unknown } | { reason: string };

export type PicturesOptions = {
  onChange: () => void;
  onSending: (count: number) => void;
};

export function createPictures({ onChange, onSending }: PicturesOptions) {
  const addresses = new Map<string, string>();
  /** Server ids by upload key. Null for refused pictures. */
  const sent = new Map<string, string | null>();
  const lost = new Set<string>();
  const made: string[] = [];
  const running = new Set<Promise<void>>();
  let last: Promise<void> = Promise.resolve();
  const leaving = new AbortController();

  const send = async (file: File, key: string, url: string): Promise<string> => {
    const { signal } = leaving;
    const { media } = await upload('POST /media', { file, fields: { purpose: 'illustration' }, signal });
    addresses.set(media.id, url);
    sent.set(key, media.id);
    onChange();
    return media.id;
  };
  /** Processing finds faults that the upload does not. */
  const watch = async (id: string, onSetback: (setback: Setback) => void): Promise<void> => {
    const { state, error } = await processed(id, leaving.signal);
    if (state !== 'failed' || leaving.signal.aborted) return;
    lost.add(id);
    onChange();
    onSetback({ reason: error ?? 'invalid' });
  };

  const removeImage = (image: Element): void => {
    const figure = image.closest('figure');
    image.remove();
    if (figure?.textContent?.trim() === '' && figure.querySelector('img') === null) figure.remove();
  };

  return {
    know(pictures: readonly { id: string; url: string | null }[]): void {
      for (const { id, url } of pictures) if (url !== null && !addresses.has(id)) addresses.set(id, url);
    },
    /** Uploads a picture. Returns a local image to show meanwhile. */
    take(file: File, onSetback: (setback: Setback) => void): HTMLImageElement {
      const url = URL.createObjectURL(file);
      const key = String(made.push(url));
      const image = document.createElement('img');
      image.src = url;
      image.alt = '';
      image.setAttribute(SENDING, key);
      // One at a time, so that pictures already sent survive a lost connection.
      const run = last
        .then(() => send(file, key, url))
        .then(
          (id) => void watch(id, onSetback).catch(() => undefined),
          (error: unknown) => {
            if (leaving.signal.aborted) return;
            sent.set(key, null);
            onChange();
            onSetback({ error });
          },
        );
      last = run;
      running.add(run);
      onSending(running.size);
      void run.finally(() => {
        running.delete(run);
        onSending(running.size);
      });
      return image;
    },
    /** Undo and redo restore old image elements. This updates them to the current state. */
    show(root: ParentNode): void {
      for (const image of root.querySelectorAll<HTMLImageElement>(`img[${SENDING}]`)) {
        const id = sent.get(image.getAttribute(SENDING) ?? '');
        if (id === null) removeImage(image);
        if (typeof id !== 'string') continue;
        image.removeAttribute(SENDING);
        image.setAttribute(KEPT, id);
      }
      for (const image of root.querySelectorAll<HTMLImageElement>(`img[${KEPT}]`)) {
        const id = image.getAttribute(KEPT) ?? '';
        const url = addresses.get(id);
        if (lost.has(id)) removeImage(image);
        else if (url !== undefined && !image.hasAttribute('src')) image.src = url;
      }
    },
    remove: removeImage,
    async settled(): Promise<void> {
      while (running.size > 0) await Promise.all(running);
    },
    close(): void {
      leaving.abort();
      for (const url of made) URL.revokeObjectURL(url);
    },
  };
}

export type Pictures = ReturnType<typeof createPictures>;

export const countPictures = (root: ParentNode): number =>
  root.querySelectorAll(`img[${SENDING}], img[${KEPT}]`).length;
