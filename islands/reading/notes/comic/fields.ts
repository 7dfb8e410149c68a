import type { Desk, Setting } from '../core/types.ts';

const FORM = 'form[data-reading]';

export function wakeFields(host: HTMLElement, desk: Desk, signal: AbortSignal): void {
  const field = (name: string): HTMLInputElement[] => [
    ...host.querySelectorAll<HTMLInputElement>(`${FORM} [name=${name}]`),
  ];
  function draw(): void {
    const { shown, density, strength } = desk.setting;
    for (const each of field('note-shown')) each.checked = shown;
    for (const each of field('note-density')) each.checked = each.value === density;
    for (const each of field('note-strength')) each.value = String(strength);
  }
  host.addEventListener(
    'input',
    ({ target }) => {
      if (!(target instanceof HTMLInputElement) || !target.closest(FORM)) return;
      const { name, value, checked } = target;
      if (name === 'note-shown') desk.set({ shown: checked });
      if (name === 'note-density') desk.set({ density: value as Setting['density'] });
      if (name === 'note-strength') desk.set({ strength: Number(value) });
    },
    { signal },
  );
  // The panel may arrive later.
  host.addEventListener('toggle', draw, { signal, capture: true });
  const stop = desk.onChange(draw);
  signal.addEventListener('abort', stop);
  draw();
}
