/** Feelings about the chapter that ends here. The bar comes with the panels when the reader nears the end. */
import type { PopKind } from '#server/domains/community/short-notes/rules.ts';
import { awake } from '../../prose/frame.ts';
import type { Desk, Item } from '../core/types.ts';

const NEAR = '300px';

export function bringFeelings(host: HTMLElement, desk: Desk, item: Item): void {
  const slot = host.querySelector<HTMLElement>('[data-feelings]');
  if (!slot) return;
  const near = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      near.disconnect();
      void bring(host, slot, { desk, item });
    },
    { rootMargin: NEAR },
  );
  near.observe(slot);
}

async function bring(
  host: HTMLElement,
  slot: HTMLElement,
  { desk, item }: { desk: Desk; item: Item },
): Promise<void> {
  await awake(host);
  if (!(await host.panels?.need())) return;
  const bar = document.querySelector<HTMLElement>('#reader-feelings');
  if (!bar) return;
  const said = bar.querySelector<HTMLElement>('[role=status]');
  const buttons = [...bar.querySelectorAll<HTMLElement>('[data-feeling]')];
  const draw = (): void => {
    const { counts, mine } = desk.feltAt(item.id);
    for (const button of buttons) {
      const kind = button.dataset.feeling as PopKind;
      button.setAttribute('aria-pressed', String(mine === kind));
      const count = button.querySelector('[data-count]');
      if (count) count.textContent = String(counts[kind] ?? 0);
    }
  };
  const tell = (text: string): void => {
    if (said) said.textContent = text;
  };
  bar.addEventListener('click', async ({ target }) => {
    const kind = target instanceof Element && target.closest<HTMLElement>('[data-feeling]')?.dataset.feeling;
    if (!kind) return;
    if (!desk.isSignedIn()) return tell(said?.dataset.signIn ?? '');
    tell('');
    const { ok, message } = await desk.react(item.id, kind as PopKind);
    if (!ok) tell(message ?? said?.dataset.failed ?? '');
  });
  desk.onChange(draw);
  draw();
  bar.hidden = false;
  slot.append(bar);
}
