/**
 * Looks for elements only where the page is parsed and has its styles. Before that a link of the other screen counts as
 * visible, and Playwright keeps the element that it found first for as long as an action may take.
 */
import type { Page, Selectors } from 'playwright';

const ENGINE = 'drawn';

let registered: Promise<void> | undefined;

const register = (selectors: Selectors): Promise<void> =>
  selectors.register(
    ENGINE,
    () => {
      const findAll = (root: Element | Document): (Element | Document)[] => {
        const page = root instanceof Document ? root : root.ownerDocument;
        const sheets = [...page.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')];
        return page.readyState !== 'loading' && sheets.every(({ sheet }) => sheet !== null) ? [root] : [];
      };
      return { query: (root: Element | Document) => findAll(root)[0], queryAll: findAll };
    },
    // In a world of its own it works without the page's JavaScript too.
    { contentScript: true },
  );

/** From now on all locators of this page wait for its styles. */
export async function seekWhatIsDrawn(page: Page): Promise<void> {
  registered ??= register((await import('playwright')).selectors);
  await registered;
  const frame = page.mainFrame();
  const locate = frame.locator.bind(frame);
  frame.locator = (selector, options) => locate(`${ENGINE}=page >> ${selector}`, options);
}
