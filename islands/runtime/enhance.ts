import type { HoldReady } from './loader.ts';

/** A menu is `<details data-menu>`. It closes on an outside click and on Escape (HDR-14, HDR-18). */
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
  // The server answered a refused form in place. Reloading must request its page, not send it again.
  const { address } = document.documentElement.dataset;
  if (address) history.replaceState(history.state, '', address);
  if (!location.search.includes('_notice=')) return;
  holdReady(1);
  // Loaded on demand. If it fails, only the notice is lost.
  void import.meta
    .later('./notices.ts')
    .then(
      ({ tellNotices }) => tellNotices(),
      () => {},
    )
    .then(() => holdReady(-1));
}

/** Safari's back-forward cache restores pages even after sign-out (HDR-27). */
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
    // Without storage the choice lasts for this page.
  }
}

/** Opening a mailed link is enough (ACC-13). The form's button is for readers without a script. */
function sendAtOnce(): void {
  document.querySelector<HTMLFormElement>('form[data-at-once]')?.requestSubmit();
}

/** Scrolls a wide row of links (`data-row`) to the current one. */
function showCurrent(): void {
  for (const row of document.querySelectorAll<HTMLElement>('[data-row]')) {
    const link = row.querySelector<HTMLElement>('[aria-current]');
    if (link) row.scrollLeft = link.offsetLeft - row.offsetLeft - row.clientWidth / 3;
  }
}

/** Loaded on demand: few pages link to a provider or follow one (subscription.ts). */
function bringSubscription(): void {
  try {
    if (document.querySelector('[data-social]') || localStorage.getItem('social_subscribe_to_emails'))
      import.meta.later('./subscription.ts').catch(() => undefined);
  } catch {
    // Without storage there is no choice to apply.
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
  // The document may not be parsed yet.
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
