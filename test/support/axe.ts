/** Checks screens with axe (WCAG 2.2 AA and best practice), in both themes, and for overflow. */
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright';
import type { Test } from 'tap';
import { ready } from './hand.ts';
import type { Tab } from './site.ts';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The smallest supported screen and a desktop, each in one theme. */
const LOOKS = [
  { width: 360, colorScheme: 'light' },
  { width: 1280, colorScheme: 'dark' },
] as const;

/**
 * The Playwright package would reload axe-core for each call, five times as slow. The minified file parses twice as
 * fast.
 */
const { source } = createRequire(import.meta.resolve('@axe-core/playwright'))('axe-core/axe.min.js') as {
  source: string;
};

declare const axe: { run(options: RunOptions): Promise<AxeResults> };

/** Violations that axe finds on a ready page. */
export async function violations(page: Page, rules?: string[]): Promise<string[]> {
  await ready(page);
  if (page.frames().length > 1) throw new Error('axe would not look into a frame');
  if (await page.evaluate(() => !('axe' in globalThis))) await page.evaluate(source);
  const found = await page.evaluate(async (options) => (await axe.run(options)).violations, {
    runOnly: rules ? { type: 'rule' as const, values: rules } : { type: 'tag' as const, values: TAGS },
    resultTypes: ['violations' as const],
    // Preloads style sheets of other hosts, which do not exist.
    preload: false,
  });
  return found.flatMap(({ id, help, nodes }) =>
    nodes.slice(0, 3).map(({ target, failureSummary }) => {
      const why = (failureSummary ?? '').split('\n').slice(1, 3).join(' ').trim();
      return `${id} (${help}) at ${target.join(' ')}: ${why}`;
    }),
  );
}

/** Loads each page once. Both looks check overflow and contrast. They take turns with all other rules. */
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

/** Waits two frames, after which everything has followed the width. */
async function resize(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 800 });
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}
