/**
 * What a person does at a page: once it is there and says that it can be used (`data-ready`, ARCHITECTURE.md). And `expect`, whose
 * assertions look again until they hold: `await expect(locator).toHaveText(…)`, `await expect.poll(() => read()).toBe(…)`.
 */
import type { Locator, Page } from 'playwright';
import { expect as asIs } from 'playwright/test';

/** Far beyond what any machine needs, so that only what never comes fails. */
const BOUND_MS = 60_000;
export const expect = asIs.configure({ timeout: BOUND_MS });

/** They run no script, so nothing of theirs wakes. */
const withoutScript = new WeakSet<Page>();
export const runsNoScript = (page: Page): unknown => withoutScript.add(page);

export const ready = (page: Page): Promise<void> =>
  withoutScript.has(page)
    ? page.waitForLoadState('load')
    : page.locator('html[data-ready]').waitFor({ state: 'attached' });

/** The same element once it is there for good. After a link it is the next page that has it, and that one wakes first. */
export async function reach(target: Locator): Promise<Locator> {
  await target.waitFor();
  await ready(target.page());
  return target;
}

export const click = async (target: Locator, options?: Parameters<Locator['click']>[0]): Promise<void> =>
  (await reach(target)).click(options);

export const fill = async (target: Locator, text: string): Promise<void> => (await reach(target)).fill(text);

/** Who chooses from a list has gone to it before. */
export async function select(target: Locator, option: Parameters<Locator['selectOption']>[0]): Promise<void> {
  await reach(target);
  await target.focus();
  await target.selectOption(option);
}

/** A choice or a box by its words, as a person does: the input itself may lie unseen below what is drawn. */
export async function choose(control: Locator, isOn = true): Promise<void> {
  await control.waitFor({ state: 'attached' });
  await ready(control.page());
  const isChosen = await control.isChecked();
  const label = await control.evaluateHandle((it) => (it as HTMLInputElement).labels?.[0] ?? it);
  if (isChosen !== isOn) await label.asElement()?.click();
  await expect(control).toBeChecked({ checked: isOn });
}

/** Keys one after the other, to whatever has the focus. */
export async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) {
    await ready(page);
    await page.keyboard.press(key);
  }
}

/** Letters, to whatever has the focus. */
export async function type(page: Page, text: string): Promise<void> {
  await ready(page);
  await page.keyboard.type(text);
}

/** By Tab alone, as somebody without a mouse. Throws when the whole page has been gone through. */
export async function tabTo(target: Locator): Promise<void> {
  const page = target.page();
  const focused = target.and(page.locator(':focus'));
  const stops = await page.locator('a, button, input, select, textarea, summary, [tabindex]').count();
  for (let step = 0; step <= stops; step += 1) {
    if ((await focused.count()) > 0) return;
    await press(page, 'Tab');
  }
  throw new Error(`Tab does not lead to ${target}`);
}

/** A page without scripts is told of no frames. */
const nextFrame = async (page: Page): Promise<void> => {
  if (!withoutScript.has(page))
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
};

/** What is measured once it has come to rest: the same in three frames, with all faces loaded and the page ready. */
export async function settled<T>(page: Page, measure: () => Promise<T>): Promise<T> {
  await ready(page);
  let before = '';
  for (let same = 0; ; ) {
    const value = await measure();
    const now = JSON.stringify(value) ?? '';
    same = now === before ? same + 1 : 0;
    if (same === 2) return value;
    before = now;
    await nextFrame(page);
  }
}
