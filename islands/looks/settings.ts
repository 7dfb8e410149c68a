/** The panel "Reading" of a novel: plain fields that act on its text at once. What keeps the place sees that lines have moved. */
import { keepSetting, readSetting, USUAL } from './kept.ts';
import type { Setting } from './types.ts';

/** Steps of the size in pixels, where the browser's own size is the usual one (looks.ts). */
const SIZES = [14, 16, 18, 20, 22, 24, 28, 32];

function chosen(): Setting {
  const { at: _at, isSent: _sent, ...setting } = readSetting() ?? { ...USUAL, at: 0 };
  return setting;
}

export function wakeSetting(host: HTMLElement, signal: AbortSignal): void {
  const form = host.querySelector<HTMLFormElement>('form[data-setting]');
  if (!form) return;
  let setting = chosen();
  const shown = form.querySelector<HTMLOutputElement>('output');
  const fields = form.querySelectorAll<HTMLInputElement>('[type=radio]');
  const steps = form.querySelectorAll<HTMLElement>('[data-larger]');

  function draw(): void {
    for (const field of fields) field.checked = setting[field.name as keyof Setting] === field.value;
    if (shown) shown.value = String(SIZES[setting.size - 1]);
    for (const step of steps) {
      const next = SIZES[setting.size - 1 + Number(step.dataset.larger)];
      step.setAttribute('aria-disabled', String(next === undefined));
    }
  }

  function choose(change: Partial<Setting>): void {
    setting = { ...setting, ...change };
    keepSetting({ ...setting, at: Date.now() });
    draw();
    void globalThis.setProse?.(setting);
    import.meta.later('./known.ts').then(
      ({ sendSettingSoon }) => sendSettingSoon(),
      () => undefined,
    );
  }

  draw();
  form.addEventListener(
    'change',
    ({ target }) => {
      if (target instanceof HTMLInputElement) choose({ [target.name]: target.value });
    },
    { signal },
  );
  form.addEventListener(
    'click',
    ({ target }) => {
      const step = target instanceof Element && target.closest<HTMLElement>('[data-larger]');
      if (!step || step.getAttribute('aria-disabled') === 'true') return;
      choose({ size: setting.size + Number(step.dataset.larger) });
    },
    { signal },
  );
  form.addEventListener(
    'reset',
    (event) => {
      event.preventDefault();
      choose(USUAL);
    },
    { signal },
  );
  // A form that is nowhere to be sent.
  form.addEventListener('submit', (event) => event.preventDefault(), { signal });
}
