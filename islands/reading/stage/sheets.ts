/**
 * Back closes a sheet that lies over the page (a panel, the search) and stays on the page. An open sheet has an entry of its own in the
 * history, and takes it along when it closes by hand. This comes with the first sheet; without it Back leaves the page.
 */

/** Panels stand beside the pages from this width on, so they are no sheets (panels.ts). */
const BESIDE = matchMedia('(width >= 60rem)');
/** An older browser knows no popovers and skips that part. */
const OPEN = ':is([data-panel][open],[data-over]:popover-open)';
/** The script moves the address some time after the pages have moved (wake.ts). */
const LOOK_MS = 200;
/** A link leads on even if the browser has not gone back by then. */
const LATE_MS = 500;

/** Runs when our own step back is done. */
let whenBack: (() => void) | null = null;
/** Newest address of the page under the sheet. The reader writes it into the sheet's entry, which goes. */
let address: string | null = null;
let former = history.scrollRestoration;
let looks = 0;
let giveBack = 0;

const isOver = ({ dataset }: HTMLElement): boolean =>
  !BESIDE.matches || 'modal' in dataset || 'over' in dataset;

/** What an address has opened closes with its page. */
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
  // Else Back would scroll the page to where it lay when the sheet opened.
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
  // Any other entry is a hash that changed: the sheet stays.
  if (entry() === false) {
    clearInterval(looks);
    if (!then) close(openSheet());
    if (address) history.replaceState(history.state, '', address);
    address = null;
    // WebKit scrolls only after this event, and asks then.
    giveBack = window.setTimeout(() => {
      giveBack = 0;
      history.scrollRestoration = former;
    }, LOOK_MS);
  }
  then?.();
}

function close(sheet: HTMLElement | undefined): void {
  if (sheet && 'over' in sheet.dataset) sheet.hidePopover();
  // Its cross also brings the focus back (panels.ts).
  else sheet?.querySelector<HTMLElement>('summary')?.click();
}

/** Leads elsewhere, so that Back from there comes to the page and not to the sheet. */
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

// Neither details nor popovers let it bubble.
document.addEventListener('toggle', settle, { capture: true });
addEventListener('popstate', arrive);
addEventListener('pageshow', settle);
// Heard last, so that others may prevent it.
addEventListener('click', follow);
settle();
