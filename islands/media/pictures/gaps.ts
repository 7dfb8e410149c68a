/** Shows a message in place of a page's lost picture (pages/stories/stage). */

export type Gaps = {
  holds(image: HTMLImageElement): boolean;
  show(image: HTMLImageElement, isLost: boolean): void;
};

const TEMPLATE = 'template[data-gap-of-page]';

type Piece = Pick<HTMLImageElement, 'width' | 'height'>;

/** Start and height of a piece of a page, as shares of the page's height. */
export function placeOf(at: number, pieces: readonly Piece[]): { from: number; size: number } {
  const heights = pieces.map(({ width, height }) => (width > 0 ? height / width : 0));
  const all = heights.reduce((sum, height) => sum + height, 0) || 1;
  const from = heights.slice(0, at).reduce((sum, height) => sum + height, 0);
  return { from: from / all, size: (heights[at] ?? 0) / all };
}

const toldSize = (image: HTMLImageElement): Piece => ({
  width: Number(image.getAttribute('width')),
  height: Number(image.getAttribute('height')),
});

export function pageGaps(press: (image: HTMLImageElement) => void): Gaps {
  const shown = new Map<HTMLImageElement, HTMLElement>();
  const sheetOf = (image: HTMLImageElement) => image.closest<HTMLElement>('[data-sheet]');

  function draw(image: HTMLImageElement, sheet: HTMLElement): void {
    const drawn = document.querySelector<HTMLTemplateElement>(TEMPLATE)?.content.firstElementChild;
    const gap = drawn?.cloneNode(true) as HTMLElement | undefined;
    if (!gap) return;
    const pieces = [...sheet.querySelectorAll('img')];
    const { from, size } = placeOf(pieces.indexOf(image), pieces.map(toldSize));
    Object.assign(gap.style, { top: `${from * 100}%`, height: `${size * 100}%` });
    // `p4`, or `8-p4` in an episode not currently in view.
    const [, start = '', number = ''] = /^(.*?)(\d+)$/.exec(sheet.closest('[data-item]')?.id ?? '') ?? [];
    const back = gap.querySelector<HTMLAnchorElement>('[data-back]');
    for (const each of gap.querySelectorAll('[data-fill]'))
      each.textContent = (each.textContent ?? '').replace(
        '{page}',
        String(each === back ? Number(number) - 1 : number),
      );
    back?.setAttribute('href', `#${start}${Number(number) - 1}`);
    if (number === '1' || from > 0) back?.remove();
    gap.querySelector('button')?.addEventListener('click', ({ currentTarget }) => {
      (currentTarget as Element).setAttribute('aria-busy', 'true');
      press(image);
    });
    shown.set(image, gap);
    sheet.append(gap);
  }

  return {
    holds: (image) => sheetOf(image) !== null,
    show(image, isLost) {
      const gap = shown.get(image);
      const sheet = sheetOf(image);
      gap?.querySelector('button')?.removeAttribute('aria-busy');
      if (isLost && !gap && sheet) draw(image, sheet);
      if (isLost || !gap) return;
      // Keeps the focus on the page.
      if (gap.contains(document.activeElement))
        gap.closest('[data-item]')?.querySelector<HTMLElement>(':scope > a')?.focus({ preventScroll: true });
      gap.remove();
      shown.delete(image);
    },
  };
}
