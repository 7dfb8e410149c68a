/** Moments, said in UTC by a page that is the same for everybody: here they are said as the device's own clock shows them. */

/** Longer waits overflow the browser's timer. */
const WAIT_MAX_MS = 2 ** 31 - 1;

const two = (value: number): string => String(value).padStart(2, '0');

const weekdayOf = (at: Date): string =>
  new Intl.DateTimeFormat(document.documentElement.lang, { weekday: 'short' }).format(at);
const dateOf = (at: Date): string => `${two(at.getMonth() + 1)}/${two(at.getDate())}/${at.getFullYear()}`;
const timeOf = (at: Date): string => `${two(at.getHours())}:${two(at.getMinutes())}`;

/** Called by the loader with the host of what is said; one moment goes with all of it when it has come. */
export async function hydrate(host: HTMLElement): Promise<void> {
  if (host.dataset.list !== undefined) return sayList(host);
  const time = host.querySelector('time');
  if (!time) return;
  host.setAttribute('awake', '');
  const at = new Date(time.dateTime);
  const leftMs = at.getTime() - Date.now();
  if (host.parentElement) keepRoom(host.parentElement);
  if (leftMs <= WAIT_MAX_MS) setTimeout(() => host.remove(), leftMs);
  // Dates and times look the same in every language (I18-14, I18-15).
  const moment = `${weekdayOf(at)} ${dateOf(at)} ${timeOf(at)}`;
  // What else stands in it stays, such as a full stop: in a text of its own that would be moved.
  time.textContent = time.textContent.replace(/^.* UTC/, moment);
}

/** Moments below the days of UTC on which they are: by clocks here some belong to the day beside, which is said. */
function sayList(host: HTMLElement): void {
  host.setAttribute('awake', '');
  for (const time of host.querySelectorAll('time')) {
    const at = new Date(time.dateTime);
    const day = time.closest<HTMLElement>('[data-day]')?.dataset.day;
    const here = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
    time.textContent = here === day ? timeOf(at) : `${weekdayOf(at)} ${timeOf(at)}`;
  }
}

/** What is said in fewer words, or no more, moves nothing around it; in another window all is laid out anew. */
function keepRoom(around: HTMLElement): void {
  const { width, height } = around.getBoundingClientRect();
  // A panel that opens beside it leaves less.
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
