/** Removal with undo. The page disappears from the screen at once, and from the server when the toast closes. */
import { useEffect, useEffectEvent, useRef, useState } from 'react';

const UNDO_MS = 8000;

export type RemovalActions = {
  hide(key: string): void;
  show(key: string): void;
  remove(pageId: string, keepalive: boolean): Promise<void>;
  refused(error: unknown): void;
};

type Pending = { key: string; pageId: string };

export function useRemoval(actions: RemovalActions) {
  const [pending, setPending] = useState<Pending | null>(null);
  const latest = useRef({ actions, pending });
  latest.current = { actions, pending };

  const settle = async (keepalive = false): Promise<void> => {
    const { actions, pending } = latest.current;
    if (pending === null) return;
    latest.current = { actions, pending: null };
    setPending(null);
    try {
      await actions.remove(pending.pageId, keepalive);
    } catch (error) {
      actions.show(pending.key);
      actions.refused(error);
    }
  };

  const end = useEffectEvent((keepalive: boolean) => void settle(keepalive));
  useEffect(() => {
    if (pending === null) return;
    const timer = setTimeout(() => end(false), UNDO_MS);
    const leave = () => {
      noteLeft();
      end(true);
    };
    addEventListener('pagehide', leave);
    return () => {
      clearTimeout(timer);
      removeEventListener('pagehide', leave);
    };
  }, [pending]);

  return {
    pending: pending !== null,
    async remove(key: string, pageId: string): Promise<void> {
      const before = settle();
      actions.hide(key);
      setPending({ key, pageId });
      await before;
    },
    undo(): void {
      if (pending === null) return;
      setPending(null);
      actions.show(pending.key);
    },
    settle,
  };
}

const LEFT = 'page-removed-on-leaving';

function noteLeft(): void {
  try {
    sessionStorage.setItem(LEFT, '1');
  } catch {
    // Without storage the next page may show the removed page again.
  }
}

/** True once after the user left during a removal: the server's list may still contain the page. */
export function takeLeft(): boolean {
  try {
    const left = sessionStorage.getItem(LEFT) !== null;
    sessionStorage.removeItem(LEFT);
    return left;
  } catch {
    return false;
  }
}
