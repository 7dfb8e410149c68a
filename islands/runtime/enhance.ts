/** Small conveniences over plain HTML: menus close, notices appear, the theme switches. */
import type { HoldReady } from './loader.ts';

/** A menu is `<details data-menu>`; it closes on a click elsewhere and on Escape (HDR-14, HDR-18). */
function closeMenus(event: Event): void {
  const byKey = event instanceof KeyboardEvent;
  if (byKey && event.key !== 'Escape') return;
  for (const menu of document.querySelectorAll<HTMLDetailsElement>('details[data-menu][open]')) {
    if (!byKey && menu.contains(event.target as Node)) continue;
    menu.open = false;
    if (byKey) menu.querySelector('summary')?.focus();
  }
}

function showNotices(holdReady: HoldReady): void {
  // A refused form is answered in place; reloading is to ask for its page and not to send it again.
  const { address } = document.documentElement.dataset;
  if (address) history.replaceState(history.state, '', address);
  if (!location.search.includes('_notice=')) return;
  holdReady(1);
  // Few pages come with one. Without the script the page works, and only its notice is lost.
  void import.meta
    .later('./notices.ts')
    .then(
      ({ tellNotices }) => tellNotices(),
      () => {},
    )
    .then(() => holdReady(-1));
}

/** Safari shows pages from its back-forward cache as they were left, signed out or not (HDR-27). */
export const isStaleInSafari = (event: { persisted: boolean }, userAgent: string): boolean =>
  event.persisted && /^(?!.*(chrom|android)).*safari/i.test(userAgent);

function switchTheme(event: Event): void {
  if (!(event.target as Element).closest?.('[data-theme-switch]')) return;
  const { dataset } = document.documentElement;
  const dark = dataset.theme ? dataset.theme === 'dark' : matchMedia('(prefers-color-scheme:dark)').matches;
  dataset.theme = dark ? 'light' : 'dark';
  try {
    localStorage.setItem('theme', dataset.theme);
  } catch {
    // Kept for this page at least.
  }
}

/** Opening a mailed link is all that a reader has to do (ACC-13); the form's button is for whoever runs no script. */
function sendAtOnce(): void {
  document.querySelector<HTMLFormElement>('form[data-at-once]')?.requestSubmit();
}

/** A row of links that is wider than the screen (`data-row`) begins where one is. */
function showCurrent(): void {
  for (const row of document.querySelectorAll<HTMLElement>('[data-row]')) {
    const link = row.querySelector<HTMLElement>('[aria-current]');
    if (link) row.scrollLeft = link.offsetLeft - row.offsetLeft - row.clientWidth / 3;
  }
}

/** Few pages lead to a provider, or are the first after one (subscription.ts). */
function bringSubscription(): void {
  try {
    if (document.querySelector('[data-social]') || localStorage.getItem('social_subscribe_to_emails'))
      import.meta.later('./subscription.ts').catch(() => undefined);
  } catch {
    // Where nothing can be kept there is no choice to take along.
  }
}

export function enhance(holdReady: HoldReady): void {
  showCurrent();
  document.addEventListener('click', closeMenus);
  document.addEventListener('keydown', closeMenus);
  document.addEventListener('click', switchTheme);
  addEventListener('pageshow', (event) => {
    if (isStaleInSafari(event, navigator.userAgent)) location.reload();
  });
  // This script may come before the page is read to its end.
  if (document.readyState !== 'loading') bringSubscription();
  else addEventListener('DOMContentLoaded', bringSubscription);
  showNotices(holdReady);
  sendAtOnce();
}

declare global {
  interface ImportMeta {
    later(path: './notices.ts'): Promise<typeof import('./notices.ts')>;
    later(path: './subscription.ts'): Promise<object>;
  }
}
