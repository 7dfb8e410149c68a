/** On phones the search is a sheet over the page (popover), on wide screens it stands in the header. */
import { type MouseEvent, type RefObject, useEffect, useRef } from 'react';

/** As in LiveSearch.module.css. */
const WIDE = '(width >= 60rem)';

export function useSheet(field: RefObject<HTMLInputElement | null>, leave: () => void) {
  const root = useRef<HTMLElement>(null);
  const sheet = useRef<HTMLDivElement>(null);
  const leaving = useRef(leave);
  leaving.current = leave;
  const go = useRef((to: string): void => location.assign(to));

  useEffect(() => {
    const gone = new AbortController();
    const { signal } = gone;
    /** Back closes the sheet. Without that file it leaves the page. */
    const bringBack = (): Promise<void> =>
      import.meta.later('../../reading/stage/sheets.ts').then(
        ({ leave }) => {
          go.current = leave;
        },
        () => undefined,
      );
    // Opened before this was awake.
    if (sheet.current?.matches(':popover-open')) {
      field.current?.focus();
      void bringBack();
    } else sheet.current?.addEventListener('toggle', bringBack, { once: true, signal });
    // Pressing where nothing can have the focus leaves, too; Safari focuses no link that is pressed.
    const leaveOutside = ({ target }: Event): void => {
      if (target instanceof Node && !root.current?.contains(target)) leaving.current();
    };
    document.addEventListener('pointerdown', leaveOutside, { signal });
    document.addEventListener('focusin', leaveOutside, { signal });
    matchMedia(WIDE).addEventListener('change', () => sheet.current?.hidePopover(), { signal });
    return () => gone.abort();
  }, [field]);

  /** Within the press itself: only then a phone shows its keyboard. */
  const openSheet = (event: MouseEvent): void => {
    if (!sheet.current?.showPopover) return;
    event.preventDefault();
    sheet.current.showPopover();
    field.current?.focus();
  };
  return { root, sheet, openSheet, go: (to: string): void => go.current(to) };
}
