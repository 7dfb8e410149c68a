/**
 * Looks for elements only where the page is parsed and has its styles. Before that a link of the other screen counts as
 * visible, and Playwright keeps the element that it found first for as long as an action may take.
 */
import type { Locator, Page, Selectors } from 'playwright';
import { untilNoticesAreTold } from './notices.ts';

const ENGINE = 'drawn';

/** What answers at once, with what is there; all else waits for its element. */
const AT_ONCE = [
  'all',
  'allInnerTexts',
  'allTextContents',
  'count',
  'evaluateAll',
  'isHidden',
  'isVisible',
] as const;

/** What a person does with an element: an alert that opens meanwhile would swallow it. */
const INPUT = [
  'check',
  'click',
  'dblclick',
  'fill',
  'hover',
  'press',
  'pressSequentially',
  'selectOption',
  'setChecked',
  'setInputFiles',
  'tap',
  'uncheck',
] as const;

let ready: Promise<void> | undefined;

const register = (selectors: Selectors): Promise<void> =>
  selectors.register(
    ENGINE,
    () => {
      const isDrawn = (page: Document) => {
        const sheets = [...page.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')];
        // A page that is complete has all that it came with; a first visit fetches the files of its styles later.
        return (
          page.readyState === 'complete' ||
          (page.readyState === 'interactive' && sheets.every(({ sheet }) => sheet !== null))
        );
      };
      const findAll = (root: Element | Document): (Element | Document)[] =>
        isDrawn(root instanceof Document ? root : root.ownerDocument) ? [root] : [];
      return { query: (root: Element | Document) => findAll(root)[0], queryAll: findAll };
    },
    // In a world of its own it works without the page's JavaScript too.
    { contentScript: true },
  );

/** All locators are of one class, so it is changed once for all pages. */
function letWait(some: Locator): void {
  const locators: Record<string, (...args: unknown[]) => Promise<unknown>> = Object.getPrototypeOf(some);
  const precede = (names: readonly string[], wait: (page: Page) => Promise<unknown> | undefined) => {
    for (const name of names) {
      const ask = locators[name];
      if (ask === undefined) throw new Error(`There is no ${name}`);
      locators[name] = async function (this: Locator, ...args) {
        await wait(this.page());
        return Reflect.apply(ask, this, args);
      };
    }
  };
  precede(AT_ONCE, (page) => page.locator('html').waitFor({ state: 'attached' }));
  precede(INPUT, untilNoticesAreTold);
}

async function prepare(page: Page): Promise<void> {
  letWait(page.locator('html'));
  await register((await import('playwright')).selectors);
}

/** From now on all locators of this page wait for its styles. */
export async function seekWhatIsDrawn(page: Page): Promise<void> {
  ready ??= prepare(page);
  await ready;
  const frame = page.mainFrame();
  const locate = frame.locator.bind(frame);
  frame.locator = (selector, options) => locate(`${ENGINE}=page >> ${selector}`, options);
}
