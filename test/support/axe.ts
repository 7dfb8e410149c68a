/** Screens by axe (WCAG 2.2 AA and best practice), in both themes, and whether they fit. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright';
import type { Test } from 'tap';
import type { Tab } from './site.ts';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The smallest screen that is drawn for, and a desk. */
export const AXE_WIDTHS = [360, 1280] as const;

export async function violations(page: Page, rules?: string[]): Promise<string[]> {
  const builder = new AxeBuilder({ page }).setLegacyMode(true);
  const { violations: found } = await (rules ? builder.withRules(rules) : builder.withTags(TAGS)).analyze();
  return found.flatMap(({ id, help, nodes }) =>
    nodes.slice(0, 3).map(({ target, failureSummary }) => {
      const why = (failureSummary ?? '').split('\n').slice(1, 3).join(' ').trim();
      return `${id} (${help}) at ${target.join(' ')}: ${why}`;
    }),
  );
}

export async function inspectPages(
  t: Test,
  { page, goto }: Pick<Tab, 'page' | 'goto'>,
  paths: readonly string[],
): Promise<void> {
  for (const path of paths) {
    await page.emulateMedia({ colorScheme: 'light' });
    await goto(path);
    t.same(await violations(page), [], path);
    await page.emulateMedia({ colorScheme: 'dark' });
    t.same(await violations(page, ['color-contrast']), [], `${path}, dark`);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    t.equal(overflow, 0, `${path} fits`);
  }
}
