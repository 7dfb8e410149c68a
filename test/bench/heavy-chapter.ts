/** Draws the heaviest allowed chapters on a slow phone. None may freeze the reader's tab. */
import type { Browser } from 'playwright';
import { CHAPTER_MAX_BYTES } from '#server/domains/publishing/novels/rules.ts';
import { WEIGHT_MAX, weightOf } from '#server/lib/prose/weight.ts';
import { openShelf } from '../support/shelf.ts';
import { atMost, median, type Row } from './row.ts';
import type { BenchSite } from './site.ts';
import { openPhone, UNLIMITED } from './slow-phone.ts';

const DRAWING_MAX_MS = 1000;
const ROUNDS = 3;

type Kind = { open: string; part: (index: number) => string; close: string };

const KINDS: Record<string, Kind> = {
  'one paragraph': { open: '<p>', part: (n) => `word${n} `, close: '</p>' },
  'short paragraphs': { open: '', part: (n) => `<p>Line ${n}.</p>\n`, close: '' },
  readings: { open: '<p>', part: () => '<ruby>漢<rt>かん</rt></ruby>', close: '</p>' },
  emphasis: { open: '<p>', part: (n) => `<em>word</em> ${n} `, close: '</p>' },
  formulas: { open: '<p>', part: () => '<math><mi>x</mi></math> ', close: '</p>' },
};

export async function benchHeavyChapters(site: BenchSite, browser: Browser): Promise<Row[]> {
  const { addAuthor, addEpisode, addStory } = openShelf(site.deps);
  const story = await addStory(await addAuthor(), { publicationType: 'novel' });
  const texts = Object.values(KINDS).map(heaviest);
  await addEpisode(story, 1, {}, { pages: 0, chapters: texts });
  const rows: Row[] = [];
  for (const [index, name] of Object.keys(KINDS).entries()) {
    const { page, close } = await openPhone(browser, UNLIMITED);
    const address = `${site.origin}/stories/${story.slug}/1${index > 0 ? `?chapter=${index + 1}` : ''}`;
    await page.goto(address, { waitUntil: 'load', timeout: 120_000 });
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) times.push(await page.evaluate(drawAgain));
    rows.push(
      atMost(`heaviest chapter of ${name} on a slow phone: drawing`, median(times), DRAWING_MAX_MS, 'ms'),
    );
    await close();
  }
  return rows;
}

function heaviest({ open, part, close }: Kind): string {
  const each = weightOf(part(1000));
  const count = Math.floor(
    Math.min((0.98 * WEIGHT_MAX) / each, (0.98 * CHAPTER_MAX_BYTES) / Buffer.byteLength(part(10_000))),
  );
  return open + Array.from({ length: count }, (_, index) => part(index)).join('') + close;
}

/** Runs in the page: parses and lays out the text again. */
function drawAgain(): number {
  const text = document.querySelector<HTMLElement>('[data-text]');
  if (text === null) return Number.NaN;
  const { innerHTML } = text;
  const started = performance.now();
  text.innerHTML = innerHTML;
  text.getBoundingClientRect();
  return performance.now() - started;
}
