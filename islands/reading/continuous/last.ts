/** The end of the last episode: loads its panels, with rating and similar stories, before the reader gets there. */
import type { Panels } from '../stage/panels.ts';

const AHEAD = '150%';

export function wakeLast(end: HTMLElement, panels: Panels, signal: AbortSignal): void {
  const seen = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      seen.disconnect();
      void panels.need();
      for (const island of end.querySelectorAll('tsuzuki-island')) wake(island);
      panels.onArrival(() => bring(end));
    },
    { rootMargin: AHEAD },
  );
  seen.observe(end);
  signal.addEventListener('abort', () => seen.disconnect());
}

/** Appends below everything else, so that nothing moves. */
function bring(end: HTMLElement): void {
  const more = document.querySelector<HTMLElement>('main ~ [data-more]');
  if (!more || end.querySelector('[data-more]')) return;
  end.append(more);
  const [link, rating] = [end.querySelector('a[data-to-rating]'), more.querySelector('[id]')];
  if (rating) link?.setAttribute('href', `#${rating.id}`);
  for (const island of more.querySelectorAll('tsuzuki-island')) wake(island);
}

/** The loader searched before it arrived. Only signed-in readers have stars of their own. */
function wake(island: Element): void {
  if (/(^|; )signed_in=1/.test(document.cookie))
    island.dispatchEvent(new Event('pointerover', { bubbles: true }));
}
