/** The panel "Reading" of a novel: fields that change its text at once. The script of prose keeps the position. */

import type { Setting } from '../../../server/domains/reading/library/rules.ts';
import { SIZES_REM, usualSetting } from '../../../server/domains/reading/library/rules.ts';
import { keepSetting, shownSetting } from './local-storage.ts';

/** The browser's default font size. */
const REM_PIXELS = 16;

export function wakeSetting(host: HTMLElement, signal: AbortSignal): void {
  const form = host.querySelector<HTMLFormElement>('form[data-setting]');
  if (!form) return;
  const shown = form.querySelector<HTMLOutputElement>('output');
  const fields = form.querySelectorAll<HTMLInputElement>('[type=radio]');
  const steps = form.querySelectorAll<HTMLElement>('[data-larger]');

  function draw(): void {
    const setting = shownSetting();
    for (const field of fields) field.checked = setting[field.name as keyof Setting] === field.value;
    if (shown) shown.value = String((SIZES_REM[setting.size - 1] ?? 1) * REM_PIXELS);
    for (const step of steps) {
      const next = SIZES_REM[setting.size - 1 + Number(step.dataset.larger)];
      step.setAttribute('aria-disabled', String(next === undefined));
    }
  }

  function choose(change: Partial<Setting>): void {
    const setting = { ...shownSetting(), ...change };
    keepSetting({ ...setting, at: Date.now() });
    void globalThis.setProse?.(setting);
    draw();
    import.meta.later('./account-sync.ts').then(
      ({ sendSettingSoon }) => sendSettingSoon(),
      () => undefined,
    );
  }

  // Applies choices made before this script loaded.
  const pressed = [...fields].filter(({ checked, defaultChecked }) => checked && !defaultChecked);
  if (pressed.length > 0) choose(Object.fromEntries(pressed.map(({ name, value }) => [name, value])));
  else draw();
  // The account's choice comes later, and changes attributes of the document.
  const seen = new MutationObserver(draw);
  seen.observe(document.documentElement, { attributes: true });
  signal.addEventListener('abort', () => seen.disconnect());
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
      choose({ size: shownSetting().size + Number(step.dataset.larger) });
    },
    { signal },
  );
  form.addEventListener(
    'reset',
    (event) => {
      event.preventDefault();
      choose(usualSetting());
    },
    { signal },
  );
  form
    .querySelector('[data-press=help]')
    ?.addEventListener(
      'click',
      () => document.querySelector<HTMLDialogElement>('#reader-help')?.showModal(),
      { signal },
    );
  // This form has nowhere to be sent.
  form.addEventListener('submit', (event) => event.preventDefault(), { signal });
}
