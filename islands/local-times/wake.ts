/** A shared page states times in UTC. This script shows them in the device's time zone. */

/** Longer waits overflow `setTimeout`. */
const WAIT_MAX_MS = 2 ** 31 - 1;

const two = (value: number): string => String(value).padStart(2, '0');

const weekdayOf = (at: Date): string =>
  new Intl.DateTimeFormat(document.documentElement.lang, { weekday: 'short' }).format(at);
const dateOf = (at: Date): string => `${two(at.getMonth() + 1)}/${two(at.getDate())}/${at.getFullYear()}`;
const timeOf = (at: Date): string => `${two(at.getHours())}:${two(at.getMinutes())}`;

/** The loader calls this with the host element. The host of a single moment disappears when the moment comes. */
export async function hydrate(host: HTMLElement): Promise<void> {
  if (host.dataset.list !== undefined) return sayList(host);
  const time = host.querySelector('time');
  if (!time) return;
  host.setAttribute('awake', '');
  const at = new Date(time.dateTime);
  const leftMs = at.getTime() - Date.now();
  if (host.parentElement) keepRoom(host.parentElement);
  if (leftMs <= WAIT_MAX_MS) setTimeout(() => host.remove(), leftMs);
  // Dates and times have the same format in every language (I18-14, I18-15).
  const moment = `${weekdayOf(at)} ${dateOf(at)} ${timeOf(at)}`;
  // Keeps the rest of the text, such as a full stop. A separate text node would shift it.
  time.textContent = time.textContent.replace(/^.* UTC/, moment);
}

/** Times listed by UTC day. Times on another local day also show the weekday. */
function sayList(host: HTMLElement): void {
  host.setAttribute('awake', '');
  for (const time of host.querySelectorAll('time')) {
    const at = new Date(time.dateTime);
    const day = time.closest<HTMLElement>('[data-day]')?.dataset.day;
    const here = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
    time.textContent = here === day ? timeOf(at) : `${weekdayOf(at)} ${timeOf(at)}`;
  }
}

/** Keeps the space when the text gets shorter or goes away, so that nothing moves. A resize releases the space. */
function keepRoom(around: HTMLElement): void {
  const { width, height } = around.getBoundingClientRect();
  around.style.minWidth = `min(${width}px, 100%)`;
  around.style.minHeight = `${height}px`;
  addEventListener(
    'resize',
    () => {
      around.style.minWidth = '';
      around.style.minHeight = '';
    },
    { once: true },
  );
}
