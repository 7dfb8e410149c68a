import { useCallback, useRef } from 'react';

/** For islands: pass `ref` to Dialog or Sheet. The browser returns the focus to the opener. */
export function useDialog({ modal = true }: { modal?: boolean } = {}) {
  const ref = useRef<HTMLDialogElement>(null);
  const open = useCallback(() => {
    const dialog = ref.current;
    if (!dialog || dialog.open) return;
    if (modal) dialog.showModal();
    else dialog.show();
  }, [modal]);
  const close = useCallback((answer?: string) => ref.current?.close(answer), []);
  return { ref, open, close };
}
