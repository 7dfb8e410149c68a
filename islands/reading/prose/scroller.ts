/** Elements that scroll within a chapter, such as a wide table or formula. They keep their keys, wheel and touch. */

/** `by`: only if the element can scroll further in that direction. */
export function scrollerAt(target: EventTarget | null, by?: { x?: number; y?: number }): HTMLElement | null {
  let each = target instanceof HTMLElement || target instanceof MathMLElement ? target : null;
  while (each && !each.matches('[data-prose]')) {
    if (each instanceof HTMLElement && isScroller(each) && (!by || hasRoom(each, by))) return each;
    each = each.parentElement;
  }
  return null;
}

function isScroller(element: HTMLElement): boolean {
  const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element;
  if (scrollWidth <= clientWidth + 1 && scrollHeight <= clientHeight + 1) return false;
  return getComputedStyle(element).overflowX === 'auto';
}

function hasRoom(element: HTMLElement, { x = 0, y = 0 }: { x?: number; y?: number }): boolean {
  const { scrollWidth, clientWidth, scrollHeight, clientHeight, scrollTop } = element;
  const [across, down] = [scrollWidth - clientWidth, scrollHeight - clientHeight];
  const isTurned = getComputedStyle(element).direction === 'rtl';
  const left = element.scrollLeft + (isTurned ? across : 0);
  return (
    (x < 0 && left > 1) ||
    (x > 0 && left < across - 1) ||
    (y < 0 && scrollTop > 1) ||
    (y > 0 && scrollTop < down - 1)
  );
}
