/** Letters of twice the size on the smallest screens, and a bar of tools whose words keep apart (WCAG 1.4.4). */
import type { Page } from 'playwright';
import t from 'tap';
import { overflowOf } from '../support/panels.ts';
import { publishSerial } from '../support/serial.ts';
import { openShelf } from '../support/shelf.ts';
import { startSite } from '../support/site.ts';

const site = await startSite();
const creator = await site.signUp('Mirko Haas');
const { path } = await publishSerial(site, creator, { pages: 5 });
const { addAuthor, addEpisode, addStory } = openShelf(site.deps);
const novel = await addStory(await addAuthor(), { publicationType: 'novel', title: 'The Ledger' });
await addEpisode(novel, 1, {}, { pages: 0, chapters: ['<p>He wanted to sit down.</p>'.repeat(20)] });
await addEpisode(novel, 2, {}, { pages: 0, chapters: ['<p>He sat down.</p>'] });
t.after(() => site.close());

/** Words of what is fixed at the foot of the screen that touch others, or leave it. */
const touching = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    const bars = [...document.querySelectorAll<HTMLElement>('body *')].filter((each) => {
      const { bottom, height } = each.getBoundingClientRect();
      return getComputedStyle(each).position === 'fixed' && height > 20 && Math.abs(bottom - innerHeight) < 5;
    });
    for (const bar of bars) {
      const lines: { text: string; box: DOMRect; within: Element }[] = [];
      const nodes = document.createTreeWalker(bar, NodeFilter.SHOW_TEXT);
      for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
        const { parentElement: within, textContent: text } = node;
        if (!within?.checkVisibility() || !text?.trim()) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        for (const box of range.getClientRects()) if (box.width > 2) lines.push({ text, box, within });
      }
      for (const [at, { text, box, within }] of lines.entries()) {
        if (box.left < 0 || box.right > innerWidth + 0.5) found.push(`${text} leaves the screen`);
        for (const other of lines.slice(at + 1)) {
          if (within.contains(other.within)) continue;
          const isBeside = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top) > 1;
          const gap = Math.max(box.left, other.box.left) - Math.min(box.right, other.box.right);
          if (isBeside && gap < 3) found.push(`${text} touches ${other.text}`);
        }
      }
    }
    return found;
  });

for (const [width, locale, isLarge] of [
  [360, 'de', false],
  [320, 'en', false],
  [320, 'de', false],
  [360, 'en', true],
  [360, 'de', true],
  [320, 'de', true],
] as const)
  await t.test(
    `Words of the lower bar keep apart at ${width} px, ${locale}${isLarge ? ', 200 %' : ''}`,
    async (t) => {
      const { page, context, goto } = await site.open({
        viewport: { width, height: 740 },
        hasTouch: true,
        locale,
      });
      if (isLarge)
        await page.addInitScript(() => {
          const sheet = new CSSStyleSheet();
          sheet.replaceSync('html { font-size: 200% !important }');
          document.adoptedStyleSheets = [sheet];
        });
      for (const shown of [
        `${path}/1`,
        path,
        `/stories/${novel.slug}`,
        `/stories/${novel.slug}/1`,
        '/',
        '/search/the',
      ]) {
        await goto(locale === 'en' ? shown : `/${locale}${shown === '/' ? '' : shown}`);
        t.same(await touching(page), [], shown);
        t.equal(await overflowOf(page), 0, `${shown} does not scroll sideways`);
      }
      await context.close();
    },
  );
