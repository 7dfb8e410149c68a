/** A moment to come, said in UTC by a page that is the same for everybody: here it is said as the device's own clock shows it. */

/** Longer waits overflow the browser's timer. */
const WAIT_MAX_MS = 2 ** 31 - 1;

const two = (value: number): string => String(value).padStart(2, '0');

/** Called by the loader with the host of what is said; the whole of it goes when the moment has come. */
export async function hydrate(host: HTMLElement): Promise<void> {
  const time = host.querySelector('time');
  if (!time) return;
  host.setAttribute('awake', '');
  const at = new Date(time.dateTime);
  const leftMs = at.getTime() - Date.now();
  if (host.parentElement) keepRoom(host.parentElement);
  if (leftMs <= WAIT_MAX_MS) setTimeout(() => host.remove(), leftMs);
  const weekday = new Intl.DateTimeFormat(document.documentElement.lang, { weekday: 'short' }).format(at);
  // Dates and times look the same in every language (I18-14, I18-15).
  const date = `${two(at.getMonth() + 1)}/${two(at.getDate())}/${at.getFullYear()}`;
  const moment = `${weekday} ${date} ${two(at.getHours())}:${two(at.getMinutes())}`;
  // What else stands in it stays, such as a full stop: in a text of its own that would be moved.
  time.textContent = time.textContent.replace(/^.* UTC/, moment);
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
