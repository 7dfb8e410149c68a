/** The reader's bar shows the position and links to others. The server renders it, and it follows the stage. */
import { fill, writeText } from './fill.ts';
import type { Seen, Stage } from './types.ts';

export function followStage(bar: HTMLElement, stage: Stage, signal: AbortSignal): void {
  const find = <E extends HTMLElement>(selector: string) => bar.querySelector<E>(selector);
  const { place: placeText = '', pair: pairText = '' } = bar.dataset;
  const line = find('[data-line]');
  const progress = find('[role=progressbar]');
  const ticks = [...bar.querySelectorAll<HTMLElement>('[data-ticks] > i')];
  const slider = find<HTMLInputElement>('input[type=range]');
  const count = find('[data-count]');
  const turns = [...bar.querySelectorAll<HTMLAnchorElement>('a[data-turn]')];
  const pages = stage.items.length;
  const onward = turns.find(({ dataset }) => dataset.turn === '1');
  const back = turns.find(({ dataset }) => dataset.turn === '-1');

  function draw(seen: Seen): void {
    const { item, last, share } = seen;
    const text = fill(last > item ? pairText : placeText, { page: item, last, pages });
    line?.style.setProperty('--share', String(stage.isPaged ? last / pages : share));
    progress?.setAttribute('aria-valuenow', String(item));
    progress?.setAttribute('aria-valuetext', text);
    const tickOf = (each: number) => Math.ceil((each * ticks.length) / pages) - 1;
    const from = tickOf(item);
    const to = tickOf(last);
    for (const [at, tick] of ticks.entries()) {
      const state = at < from ? 'read' : at <= to ? 'now' : '';
      if ((tick.dataset.tick ?? '') !== state) tick.dataset.tick = state;
    }
    if (slider) {
      slider.value = String(item);
      slider.setAttribute('aria-valuetext', text);
    }
    writeText(count, `${last > item ? `${item}–${last}` : item} / ${pages}`);
    // At an end the link stays, so that nobody loses the focus. It leads to the current page.
    if (back) back.href = item > 1 ? `#p${item - 1}` : (stage.before ?? '#p1');
    if (onward) onward.hash = last < pages ? `p${last + 1}` : 'end';
    back?.toggleAttribute('data-off', item <= 1 && !stage.before);
  }

  stage.onSeen(draw);
  stage.onShowing(() => draw(stage.seen));
  slider?.addEventListener('input', () => stage.goTo(Number(slider.value)), { signal });
  let areThumbs = false;
  const bringThumbs = async (touch: Event): Promise<void> => {
    if (areThumbs || !slider) return;
    areThumbs = true;
    const { showThumbs } = await import.meta.later('../continuous/thumbs.ts');
    if (!signal.aborted) showThumbs(slider, stage, { touch, signal });
  };
  for (const type of ['pointerenter', 'touchstart', 'focus'])
    slider?.addEventListener(type, (event) => void bringThumbs(event).catch(() => undefined), {
      passive: true,
      signal,
    });
  bar.addEventListener(
    'click',
    (event) => {
      const link = event.target instanceof Element && event.target.closest<HTMLElement>('a[data-turn]');
      if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      stage.step(link.dataset.turn === '1' ? 1 : -1);
    },
    { signal },
  );
}
