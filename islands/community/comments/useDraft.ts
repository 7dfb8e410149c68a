import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { ApiError, isCutOff, isPassing } from '../../api.ts';
import { isSignedIn } from '../../reading/story/reader.ts';
import { type Refusal, useWording } from '../../useRefusal.ts';
import { keepDraft, keptDraft } from './drafts.ts';

/** Retry interval, for when no `online` event arrives. */
const TRIED_EVERY_MS = 20_000;

/** Errors after which a retry makes sense: no answer, or an expired session. */
const isUnsent = (error: unknown): boolean =>
  error instanceof ApiError &&
  ((isPassing(error) && error.status !== 429) || error.status === 401 || error.status === 423);

export type DraftOptions = {
  root: RefObject<HTMLElement | null>;
  /** Null when editing, since edits are not kept. */
  subjectId: string | null;
  viewerId: string | null;
  startLength: number;
};

export function useDraft({ root, subjectId, viewerId, startLength }: DraftOptions) {
  const wording = useWording();
  const key = useRef('');
  // The writer stays the same when their session expires.
  const writer = useRef(viewerId);
  writer.current = viewerId ?? writer.current;
  const [length, setLength] = useState(startLength);
  const [refusal, setRefusal] = useState<(Refusal & { waitSeconds?: number; isCut?: boolean }) | null>(null);
  const [waiting, setWaiting] = useState<string | null>(null);
  const fields = useCallback(() => {
    const text = root.current?.querySelector('textarea') ?? null;
    return { text, spoiler: root.current?.querySelector<HTMLInputElement>('[name=spoiler]') ?? null };
  }, [root]);

  const keep = useCallback(
    (waitsFor?: string) => {
      const { text, spoiler } = fields();
      if (subjectId === null || text === null) return;
      const draft = { text: text.value, spoiler: spoiler?.checked === true, key: key.current };
      keepDraft(subjectId, waitsFor === undefined ? draft : { ...draft, waitsFor });
    },
    [fields, subjectId],
  );

  useEffect(() => {
    const kept = subjectId === null ? null : keptDraft(subjectId);
    const { text, spoiler } = fields();
    key.current = kept?.key ?? crypto.randomUUID();
    // Text typed before hydration is newer.
    if (kept === null || text === null || text.value !== '') return;
    text.value = kept.text;
    if (spoiler) spoiler.checked = kept.spoiler === true;
    setLength(kept.text.length);
    // Only its author may send a waiting draft.
    if (kept.waitsFor !== undefined && kept.waitsFor === viewerId) setWaiting(kept.text);
  }, [fields, subjectId, viewerId]);

  const isByItself = useSending(root, { isWaiting: waiting !== null, isTried: refusal !== null });

  return {
    length,
    refusal,
    waiting,
    key: () => (subjectId === null ? '' : key.current),
    isByItself: () => isByItself.current,
    kept: () => (subjectId === null ? null : (keptDraft(subjectId)?.text ?? null)),
    typed() {
      setLength(fields().text?.value.length ?? 0);
      setRefusal(null);
      keep();
    },
    sent() {
      const { text, spoiler } = fields();
      if (subjectId !== null) {
        if (text) text.value = '';
        if (spoiler) spoiler.checked = false;
        setLength(0);
        keepDraft(subjectId, null);
        key.current = crypto.randomUUID();
      }
      setWaiting(null);
      setRefusal(null);
    },
    refused(error: unknown) {
      const waitMs = error instanceof ApiError && error.status === 429 ? error.retryAfterMs : null;
      setRefusal({
        ...wording(error),
        isCut: isCutOff(error),
        ...(waitMs && { waitSeconds: Math.ceil(waitMs / 1000) }),
      });
      const { text } = fields();
      if (subjectId === null || writer.current === null || text === null || !isUnsent(error))
        setWaiting(null);
      else {
        keep(writer.current);
        setWaiting(text.value);
      }
    },
    /** For a post without a session. The draft waits for the sign-in. */
    left: () => keep(writer.current ?? undefined),
    takeBack({ isDiscarded }: { isDiscarded: boolean }) {
      const { text } = fields();
      setWaiting(null);
      setRefusal(null);
      if (isDiscarded && text) text.value = '';
      if (isDiscarded) setLength(0);
      keep();
      // The field is visible again after the next render.
      requestAnimationFrame(() => text?.focus());
    },
  };
}

/** Sends waiting text when the network is back. The returned ref is true during an automatic send. */
function useSending(
  root: RefObject<HTMLElement | null>,
  { isWaiting, isTried }: { isWaiting: boolean; isTried: boolean },
): RefObject<boolean> {
  const isByItself = useRef(false);
  useEffect(() => {
    if (!isWaiting) return;
    const leaving = new AbortController();
    const send = () => {
      if (!navigator.onLine || document.hidden || !isSignedIn()) return;
      isByItself.current = true;
      root.current?.closest('form')?.requestSubmit();
      isByItself.current = false;
    };
    addEventListener('online', send, { signal: leaving.signal });
    const timer = setInterval(send, TRIED_EVERY_MS);
    // Sends a draft from an earlier page at once.
    if (!isTried) send();
    return () => {
      clearInterval(timer);
      leaving.abort();
    };
  }, [isWaiting, isTried, root]);
  return isByItself;
}
