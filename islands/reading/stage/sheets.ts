/**
 * Back closes a sheet over the page (a panel, the search) and stays on the page. An open sheet has its own entry in the
 * history, and removes it when closed by hand. Comes with the first sheet. Without it, Back leaves the page.
 */

/** From this width on, panels are beside the pages, and are not sheets (panels.ts). */
const BESIDE = matchMedia('(width >= 60rem)');
/** Older browsers without popovers skip that part. */
const OPEN = ':is([data-panel][open],[data-over]:popover-open)';
/** The script changes the address some time after the pages have moved (wake.ts). */
const LOOK_MS = 200;
/** After this time, a link is followed even if the browser has not gone back. */
const LATE_MS = 500;

let whenBack: (() => void) | null = null;
/** Latest address of the page under the sheet. The script writes it into the sheet's entry, which is removed. */
let address: string | null = null;
let former = history.scrollRestoration;
let looks = 0;
let giveBack = 0;

const isOver = ({ dataset }: HTMLElement): boolean =>
  !BESIDE.matches || 'modal' in dataset || 'over' in dataset;

/** A panel that the address has opened closes with its page. */
const isByAddress = ({ dataset }: HTMLElement): boolean => location.hash === `#panel-${dataset.panel}`;

const openSheet = (): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>(OPEN)].find((each) => isOver(each) && !isByAddress(each));

/** True in the entry of a sheet, false in the one below it. */
const entry = (): unknown => history.state?.sheet;

function settle(): void {
  const isOpen = openSheet() !== undefined;
  if (whenBack) return;
  if (isOpen && !entry()) addEntry();
  // Closed by hand, or reached by Forward or a reload while closed.
  else if (!isOpen && entry()) stepBack(settle);
}

function addEntry(): void {
  if (giveBack === 0) former = history.scrollRestoration;
  clearTimeout(giveBack);
  giveBack = 0;
  // Otherwise Back would scroll the page to where it was when the sheet opened.
  history.scrollRestoration = 'manual';
  history.replaceState({ ...history.state, sheet: false }, '');
  history.pushState({ ...history.state, sheet: true }, '');
  address = location.href;
  clearInterval(looks);
  looks = window.setInterval(() => {
    if (entry()) address = location.href;
  }, LOOK_MS);
}

function stepBack(then: () => void): void {
  whenBack = then;
  if (address) address = location.href;
  history.back();
}

function arrive(): void {
  if (entry()) {
    settle();
    return;
  }
  const then = whenBack;
  whenBack = null;
  // Any other entry is a changed hash: the sheet stays.
  if (entry() === false) {
    clearInterval(looks);
    if (!then) close(openSheet());
    if (address) history.replaceState(history.state, '', address);
    address = null;
    // WebKit scrolls only after this event, and reads the value then.
    giveBack = window.setTimeout(() => {
      giveBack = 0;
      history.scrollRestoration = former;
    }, LOOK_MS);
  }
  then?.();
}

function close(sheet: HTMLElement | undefined): void {
  if (sheet && 'over' in sheet.dataset) sheet.hidePopover();
  // Its close button also returns the focus (panels.ts).
  else sheet?.querySelector<HTMLElement>('summary')?.click();
}

/** Follows a link, so that Back from there returns to the page and not to the sheet. */
export function leaveSheet(href: string): void {
  const go = (): void => location.assign(href);
  if (!entry()) {
    go();
    return;
  }
  stepBack(go);
  setTimeout(() => {
    if (whenBack !== go) return;
    whenBack = null;
    go();
  }, LATE_MS);
}

function follow(event: MouseEvent): void {
  const { target, button, ctrlKey, metaKey, shiftKey, altKey } = event;
  const link = target instanceof Element && target.closest('a');
  if (!link || event.defaultPrevented || button !== 0 || !entry()) return;
  if (ctrlKey || metaKey || shiftKey || altKey || !/^https?:/.test(link.href)) return;
  if (link.hasAttribute('download') || (link.target !== '' && link.target !== '_self')) return;
  event.preventDefault();
  leaveSheet(link.href);
}

// The event does not bubble.
document.addEventListener('toggle', settle, { capture: true });
addEventListener('popstate', arrive);
addEventListener('pageshow', settle);
// Registered last, so that other listeners may prevent it.
addEventListener('click', follow);
settle();
