import { type MouseEvent, type RefObject, useEffect, useRef } from 'react';

/** The same width as in LiveSearch.module.css. */
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
    /** Makes Back close the sheet. If the file fails to load, Back leaves the page. */
    const bringBack = (): Promise<void> =>
      import.meta.later('../../reading/stage/sheets.ts').then(
        ({ leaveSheet }) => {
          go.current = leaveSheet;
        },
        () => undefined,
      );
    // Opened before hydration.
    if (sheet.current?.matches(':popover-open')) {
      field.current?.focus();
      void bringBack();
    } else sheet.current?.addEventListener('toggle', bringBack, { once: true, signal });
    // A press on something without focus closes too. Safari does not focus pressed links.
    const leaveOutside = ({ target }: Event): void => {
      if (target instanceof Node && !root.current?.contains(target)) leaving.current();
    };
    document.addEventListener('pointerdown', leaveOutside, { signal });
    document.addEventListener('focusin', leaveOutside, { signal });
    matchMedia(WIDE).addEventListener('change', () => sheet.current?.hidePopover(), { signal });
    return () => gone.abort();
  }, [field]);

  /** Focus inside the press event, or phones do not show their keyboard. */
  const openSheet = (event: MouseEvent): void => {
    if (!sheet.current?.showPopover) return;
    event.preventDefault();
    sheet.current.showPopover();
    field.current?.focus();
  };
  return { root, sheet, openSheet, go: (to: string): void => go.current(to) };
}
