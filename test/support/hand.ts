/**
 * A person's actions on a page, each after the page is ready (`data-ready`, ARCHITECTURE.md).
 * `expect` retries its assertions: `await expect(locator).toHaveText(…)`, `await expect.poll(() => read()).toBe(…)`.
 */
import type { Locator, Page } from 'playwright';
import { expect as asIs } from 'playwright/test';

/** Far above any machine's needs, so that only missing events fail. */
const BOUND_MS = 60_000;
export const expect = asIs.configure({ timeout: BOUND_MS });

/** Pages without script, whose islands never wake. */
const withoutScript = new WeakSet<Page>();
export const runsNoScript = (page: Page): unknown => withoutScript.add(page);

export const ready = (page: Page): Promise<void> =>
  withoutScript.has(page)
    ? page.waitForLoadState('load')
    : page.locator('html[data-ready]').waitFor({ state: 'attached' });

/** Waits until the element's page is ready. After a link, that is the next page. */
export async function reach(target: Locator): Promise<Locator> {
  await target.waitFor();
  await ready(target.page());
  return target;
}

export const click = async (target: Locator, options?: Parameters<Locator['click']>[0]): Promise<void> =>
  (await reach(target)).click(options);

export const fill = async (target: Locator, text: string): Promise<void> => (await reach(target)).fill(text);

/** Focuses the list first, like a person. */
export async function select(target: Locator, option: Parameters<Locator['selectOption']>[0]): Promise<void> {
  await reach(target);
  await target.focus();
  await target.selectOption(option);
}

/** Clicks a control's label, like a person. The input itself may be hidden. */
export async function choose(control: Locator, isOn = true): Promise<void> {
  await control.waitFor({ state: 'attached' });
  await ready(control.page());
  const isChosen = await control.isChecked();
  const label = await control.evaluateHandle((it) => (it as HTMLInputElement).labels?.[0] ?? it);
  if (isChosen !== isOn) await label.asElement()?.click();
  await expect(control).toBeChecked({ checked: isOn });
}

export async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) {
    await ready(page);
    await page.keyboard.press(key);
  }
}

export async function type(page: Page, text: string): Promise<void> {
  await ready(page);
  await page.keyboard.type(text);
}

/** Reaches the element by Tab alone. Throws after a full round through the page. */
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

/** Without scripts, a page gets no frame callbacks. */
const nextFrame = async (page: Page): Promise<void> => {
  if (!withoutScript.has(page))
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
};

/** Measures until three consecutive frames agree, on a ready page. */
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
