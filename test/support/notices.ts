/**
 * A page tells the notice of its address in an alert, half a second after it was read (ERR-17). An alert that opens
 * between the press and the release of a button swallows the click, and the browser says that it was made. So whoever
 * acts on a page waits until its notice is told.
 */
import { setTimeout as later } from 'node:timers/promises';
import type { Dialog, Page } from 'playwright';

/** A page that is left, or that tells nothing, holds nobody up for longer. */
const LONGEST_MS = 5000;
const NAMES = ['success_notice', 'error_notice'];

type Expected = { page: string; isTold: Promise<unknown>; tell(): void };
const expected = new WeakMap<Page, Expected>();

function split(address: string): { page: string; hasNotice: boolean } {
  const url = new URL(address);
  const hasNotice = NAMES.some((name) => url.searchParams.has(name));
  for (const name of NAMES) url.searchParams.delete(name);
  return { page: url.pathname + url.search, hasNotice };
}

/** From now on the notices of this page's addresses are known until they are told. */
export function expectNotices(page: Page): void {
  page.on('framenavigated', (frame) => {
    if (frame !== page.mainFrame()) return;
    const before = expected.get(page);
    const { page: path, hasNotice } = split(frame.url());
    // The page takes the notice out of its address before it tells it.
    if (!hasNotice && before?.page === path) return;
    before?.tell();
    expected.delete(page);
    if (!hasNotice) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    expected.set(page, { page: path, isTold: Promise.race([promise, later(LONGEST_MS)]), tell: resolve });
  });
}

const closing = new WeakMap<Page, Promise<unknown>>();

/** Closes what the page says, unless a test did so itself, and knows then that it was told. */
export function answerDialogs(page: Page, onDialog: (dialog: Dialog) => void): void {
  page.on('dialog', (dialog) => {
    const isClosed = dialog.dismiss().catch(() => undefined);
    // Its words are known before it is gone, and a page that is left meanwhile may never come to its end.
    closing.set(page, isClosed);
    onDialog(dialog);
    void isClosed.then(() => expected.get(page)?.tell());
  });
}

export const untilNoticesAreTold = (page: Page): Promise<unknown> =>
  Promise.all([expected.get(page)?.isTold, closing.get(page)]);

/** A page is left once what it says just now is closed. */
export const untilDialogsAreClosed = (page: Page): Promise<unknown> | undefined => closing.get(page);
