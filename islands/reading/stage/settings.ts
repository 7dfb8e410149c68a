/** The panel "Reading": plain fields that act on the stage at once, and follow it. */

import { answersOf, directionFor } from './answers.ts';
import { forgetChoice, LETTERS } from './memory.ts';
import { followsOn } from './showing.ts';
import type { Direction, Fit, Pairs, Showing, Stage } from './types.ts';

function keepLetters(areOn: boolean): void {
  try {
    if (areOn) localStorage.removeItem(LETTERS);
    else localStorage.setItem(LETTERS, 'off');
  } catch {
    // The choice lasts until the page is left.
  }
}

/** The fit without a choice: a whole page, but full width where pages scroll on phones. */
export const fitInForce = ({ fit }: Pick<Showing, 'fit'>, whole: boolean): Fit =>
  fit ?? (whole ? 'height' : 'width');

export async function wakeSettings(
  host: HTMLElement,
  stage: Stage | null,
  signal: AbortSignal,
): Promise<void> {
  if (host.querySelector('form[data-setting]'))
    await import.meta.later('../typography/settings.ts').then(
      ({ wakeSetting }) => wakeSetting(host, signal),
      () => undefined,
    );
  const form = host.querySelector<HTMLFormElement>('form[data-reading]');
  if (!form || !stage) return;
  const { direction, slug, format } = host.dataset;
  const wide = matchMedia('(width >= 60rem)');
  const set = (name: string, value: string | boolean): void => {
    for (const field of form.querySelectorAll<HTMLInputElement>(`[name=${name}]`))
      field.checked = typeof value === 'boolean' ? value : field.value === value;
  };
  const disable = (name: string, value: string, isOff: boolean): void => {
    const field = form.querySelector<HTMLInputElement>(`[name=${name}][value=${value}]`);
    if (field) field.disabled = isOff;
  };
  const draw = (showing: Showing): void => {
    set('direction', showing.direction);
    const { isFlip, isDown } = answersOf(showing.direction);
    set('mode', isFlip ? 'page_flip' : 'continuous');
    set('axis', isDown ? 'vertical' : 'horizontal');
    // A strip is never scrolled sideways. The panel says why.
    if (format === 'strip') {
      disable('mode', 'continuous', !isDown);
      disable('axis', 'horizontal', !isFlip);
    }
    set('fit', fitInForce(showing, stage.isPaged || wide.matches));
    set('two', showing.pairs !== 'off');
    if (showing.pairs !== 'off') set('pairs', showing.pairs);
    set('saver', showing.saver);
    set('onward', followsOn(showing));
  };
  stage.onShowing(draw);
  set('letters', host.dataset.letters !== 'off');

  form.addEventListener(
    'change',
    ({ target }) => {
      if (!(target instanceof HTMLInputElement)) return;
      const { name, value, checked } = target;
      const chosenPair = form.querySelector<HTMLInputElement>('[name=pairs]:checked')?.value ?? 'cover';
      if (name === 'direction') stage.show({ direction: value as Direction });
      if (name === 'mode' || name === 'axis') {
        const isChosen = (of: string): boolean => form.querySelector(`[value=${of}]:checked`) !== null;
        const answers = { isFlip: isChosen('page_flip'), isDown: isChosen('vertical') };
        stage.show({ direction: directionFor(answers, { now: stage.showing.direction, format }) });
      }
      if (name === 'fit') stage.show({ fit: value as Fit });
      if (name === 'pairs') stage.show({ pairs: value as Pairs });
      if (name === 'two') stage.show({ pairs: checked ? (chosenPair as Pairs) : 'off' });
      if (name === 'saver') stage.show({ saver: checked });
      if (name === 'onward') stage.show({ onward: checked });
      if (name === 'letters') {
        host.dataset.letters = checked ? 'on' : 'off';
        keepLetters(checked);
      }
    },
    { signal },
  );
  form.addEventListener(
    'reset',
    (event) => {
      event.preventDefault();
      stage.show({
        direction: direction as Direction,
        fit: null,
        pairs: 'cover',
        saver: false,
        onward: null,
      });
      if (slug) forgetChoice(slug);
    },
    { signal },
  );
  // This form has nowhere to be sent.
  form.addEventListener('submit', (event) => event.preventDefault(), { signal });
  form
    .querySelector('[data-press=help]')
    ?.addEventListener('click', () => host.querySelector<HTMLElement>('[data-tool=help]')?.click(), {
      signal,
    });
}
