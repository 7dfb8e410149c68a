/** Shows one line at the bottom of the screen for lost pictures without room for a message. */
import words from 'islands/texts/lostPictures.words.js';

/** Inline styles: a first visit loads only styles for what the server drew (server/rendering/styles.ts). */
const LOOKS = {
  notice: `position: fixed; z-index: 40; inset: auto var(--gutter) calc(var(--s4) + var(--toast-lift, 0px) + env(safe-area-inset-bottom)); display: flex; align-items: center; gap: var(--s3); width: fit-content; min-height: 3.25rem; margin-inline: auto; padding: 0 var(--s2) 0 1rem; border-radius: var(--r); background: var(--ink); color: var(--paper); box-shadow: var(--float); font-size: var(--t-s); text-align: start; --focus: var(--paper)`,
  button: `flex: none; display: grid; place-items: center; min-width: var(--touch); min-height: var(--touch); padding-inline: var(--s2); font-weight: 650; text-decoration: underline; text-underline-offset: 0.2em`,
};

function draw(): HTMLElement {
  const { lang } = document.documentElement;
  const said = words[lang] ?? Object.values(words)[0];
  const notice = document.createElement('p');
  const [again, close] = [document.createElement('button'), document.createElement('button')];
  notice.setAttribute('role', 'status');
  notice.style.cssText = LOOKS.notice;
  again.textContent = said?.again ?? '';
  again.dataset.again = '';
  close.textContent = '×';
  close.setAttribute('aria-label', said?.close ?? '');
  for (const button of [again, close]) {
    button.type = 'button';
    button.style.cssText = LOOKS.button;
  }
  notice.append(said?.some ?? '', again, close);
  return notice;
}

export function footNotice({
  press,
  isInSight,
}: {
  press: (image: HTMLImageElement) => void;
  isInSight: (image: HTMLImageElement) => boolean;
}) {
  const lost = new Set<HTMLImageElement>();
  const notice = draw();

  /** Only lost pictures in view cause the notice. */
  function update(): void {
    for (const image of lost) if (!image.isConnected) lost.delete(image);
    if (lost.size === 0) notice.remove();
    // `main` sets `--toast-lift` when a bar is at the bottom.
    else if (!notice.isConnected && [...lost].some(isInSight))
      (document.querySelector('main') ?? document.body).append(notice);
  }

  notice.addEventListener('click', ({ target }) => {
    const button = target instanceof Element && target.closest('button');
    if (!button) return;
    const all = [...lost];
    lost.clear();
    update();
    if ('again' in button.dataset) for (const image of all) press(image);
  });

  return {
    update,
    show(image: HTMLImageElement, isLost: boolean): void {
      if (isLost) lost.add(image);
      else lost.delete(image);
      update();
    },
  };
}
