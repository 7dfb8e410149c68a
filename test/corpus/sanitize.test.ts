import { parseFragment } from 'parse5';
import t from 'tap';
import { sanitizeProse } from '../../server/domains/publishing/novels/sanitize.ts';
import { corpusText } from '../support/corpus.ts';
import { dangersIn, textOf } from '../support/prose.ts';

const clean = (html: string): string => sanitizeProse(html).html;

t.test('NOV-06 hostile HTML: nothing of it survives but text', async (t) => {
  const pairs = await corpusText<{ payload: string }>('dompurify-expect');
  const payloads = await corpusText('xss-payloads');
  const naughty = await corpusText('naughty-strings');
  const rows = [...pairs.map(({ payload }) => payload), ...payloads, ...naughty];
  t.ok(rows.length > 1400, 'the corpus is there');
  for (const row of rows) {
    for (const html of [row, `<p>before</p>${row}`, `<table><tr>${row}`, `<ul><li>${row}</li></ul>`]) {
      const stored = clean(html);
      const dangers = dangersIn(stored);
      if (dangers.length > 0) t.same(dangers, [], encodeURI(html));
      if (clean(stored) !== stored) t.equal(clean(stored), stored, 'clean stays as it is');
    }
    if (!clean(`<p>before</p>${row}`).startsWith('<p>before</p>')) t.fail('what stood before it is lost');
  }
});

t.test('NOV-06 text that is only text comes through hostile lists', async (t) => {
  const naughty = await corpusText('naughty-strings');
  const asText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  // XML forbids U+FFFE and most control characters, so no ePub can contain them.
  const plain = (text: string) =>
    text
      .replace(/[\p{Cc}\ufffe\uffff]/gu, (sign) => (/\s/.test(sign) ? ' ' : ''))
      .replace(/\s+/g, ' ')
      .trim();
  for (const text of naughty) {
    const back = parseFragment(clean(`<p>${asText(text)}.</p>`))
      .childNodes.map(textOf)
      .join('\n');
    if (plain(back) !== plain(`${text}.`)) t.equal(plain(back), plain(`${text}.`));
  }
});
