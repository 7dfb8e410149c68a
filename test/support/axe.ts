/** Screens by axe (WCAG 2.2 AA and best practice), in both themes, and whether they fit. */
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright';
import type { Test } from 'tap';
import { ready } from './hand.ts';
import type { Tab } from './site.ts';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The smallest screen that is drawn for, and a desk, each in one theme. */
const LOOKS = [
  { width: 360, colorScheme: 'light' },
  { width: 1280, colorScheme: 'dark' },
] as const;

/**
 * Of the package for Playwright only what it depends on: its own call loads axe anew each time and takes five times as long.
 * The browser parses axe on each page, which takes it half the time without comments and spaces.
 */
const { source } = createRequire(import.meta.resolve('@axe-core/playwright'))('axe-core/axe.min.js') as {
  source: string;
};

declare const axe: { run(options: RunOptions): Promise<AxeResults> };

/** What axe finds on a page that can be used. */
export async function violations(page: Page, rules?: string[]): Promise<string[]> {
  await ready(page);
  if (page.frames().length > 1) throw new Error('axe would not look into a frame');
  if (await page.evaluate(() => !('axe' in globalThis))) await page.evaluate(source);
  const found = await page.evaluate(async (options) => (await axe.run(options)).violations, {
    runOnly: rules ? { type: 'rule' as const, values: rules } : { type: 'tag' as const, values: TAGS },
    resultTypes: ['violations' as const],
    // Style sheets of other hosts: there are none.
    preload: false,
  });
  return found.flatMap(({ id, help, nodes }) =>
    nodes.slice(0, 3).map(({ target, failureSummary }) => {
      const why = (failureSummary ?? '').split('\n').slice(1, 3).join(' ').trim();
      return `${id} (${help}) at ${target.join(' ')}: ${why}`;
    }),
  );
}

/** Loads each page once. Both looks have to fit and to be readable; they take turns at all the other rules. */
export async function inspectPages(
  t: Test,
  { page, goto }: Pick<Tab, 'page' | 'goto'>,
  paths: readonly string[],
): Promise<void> {
  for (const [turn, path] of paths.entries()) {
    for (const [at, { width, colorScheme }] of LOOKS.entries()) {
      await page.emulateMedia({ colorScheme });
      await resize(page, width);
      if (at === 0) await goto(path);
      const rules = at === turn % LOOKS.length ? undefined : ['color-contrast'];
      t.same(await violations(page, rules), [], `${path} at ${width} px, ${colorScheme}`);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      t.equal(overflow, 0, `${path} fits ${width} px`);
    }
  }
}

/** What follows the width of the window has done so in the second frame from now. */
async function resize(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 800 });
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}
