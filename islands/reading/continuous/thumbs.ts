/** A small picture of the page under the finger, above the slider. The slider works without it. */
import type { Stage } from '../stage/types.ts';

/** Pages that the pointer only passes need no picture. */
const REST_MS = 80;
/** Makes the browser choose the smallest size. */
const WIDTH_PIXELS = 96;

/** `touch`: the event that loaded this script, so that nobody has to move again. */
export function showThumbs(
  slider: HTMLInputElement,
  stage: Stage,
  { touch, signal }: { touch: Event; signal: AbortSignal },
): void {
  const box = document.createElement('div');
  const [frame, number] = [document.createElement('span'), document.createElement('b')];
  box.dataset.thumb = '';
  box.hidden = true;
  box.setAttribute('aria-hidden', 'true');
  box.append(frame, number);
  slider.after(box);
  let shown = 0;
  let timer = 0;

  function show(item: number): void {
    const { items, showing } = stage;
    box.hidden = false;
    const share = (item - 0.5) / items.length;
    box.style.left = `${(showing.direction.startsWith('rtl') ? 1 - share : share) * 100}%`;
    keepOnScreen();
    if (item === shown) return;
    shown = item;
    number.textContent = String(item);
    frame.replaceChildren();
    clearTimeout(timer);
    timer = window.setTimeout(() => {
      const picture = items[item - 1]?.element.querySelector('picture')?.cloneNode(true);
      if (!(picture instanceof HTMLElement)) return;
      for (const source of picture.querySelectorAll('source')) source.sizes = `${WIDTH_PIXELS}px`;
      for (const image of picture.querySelectorAll('img')) [image.loading, image.alt] = ['eager', ''];
      frame.replaceChildren(picture);
    }, REST_MS);
  }

  function keepOnScreen(): void {
    box.style.translate = '-50%';
    const { left, right } = box.getBoundingClientRect();
    const off = Math.max(0, 8 - left) - Math.max(0, right - root.clientWidth + 8);
    if (off !== 0) box.style.translate = `calc(-50% + ${off}px)`;
  }

  function hide(): void {
    clearTimeout(timer);
    box.hidden = true;
    shown = 0;
    frame.replaceChildren();
  }

  /** Follows the mouse before a press. After that, the slider's own value counts. */
  function under({ clientX, buttons, pointerType }: PointerEvent): void {
    if (buttons > 0 || pointerType === 'touch') return;
    const { left, width } = slider.getBoundingClientRect();
    const share = (clientX - left) / width;
    const along = stage.showing.direction.startsWith('rtl') ? 1 - share : share;
    show(Math.min(stage.items.length, Math.max(1, Math.ceil(along * stage.items.length))));
  }

  const showValue = (): void => show(Number(slider.value));
  slider.addEventListener('pointermove', under, { signal });
  slider.addEventListener('input', showValue, { signal });
  slider.addEventListener('focus', () => slider.matches(':focus-visible') && showValue(), { signal });
  for (const type of ['pointerleave', 'pointercancel', 'touchend', 'blur'])
    slider.addEventListener(type, hide, { signal });
  signal.addEventListener('abort', () => box.remove());
  if (slider.matches(':active, :focus-visible')) showValue();
  else if (touch instanceof PointerEvent && slider.matches(':hover')) under(touch);
}

const root = document.documentElement;
