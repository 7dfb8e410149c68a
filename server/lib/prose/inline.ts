/** Text of lines, without characters that HTML and XML forbid, and without invisible white space. */
import type { Inline } from './model.ts';
import type { LineTag } from './tags.ts';

const ODD = /[^\t\n\r\f\u0020-\u007e\u00a0-\ud7ff\ue000-\ufffd]/;

/** Removes characters that neither HTML nor the XML of an ePub allows. */
export const cleanText = (text: string): string =>
  ODD.test(text)
    ? text.replace(/[^\t\n\r\f\u0020-\u007e\u00a0-\u{fffd}\u{10000}-\u{10ffff}]|\p{Cs}/gu, '')
    : text;

export const collapsed = (text: string): string =>
  /[\t\n\r\f]| {2}/.test(text) ? text.replace(/[ \t\n\r\f]+/g, ' ') : text;

export const shownText = (raw: string, tag: LineTag): string =>
  tag === 'pre' ? cleanText(raw).replace(/\r\n?/g, '\n').replaceAll('\f', ' ') : collapsed(cleanText(raw));

/** Removes white space and breaks at both ends, and repeated spaces where elements met. */
export function trimmed(inline: readonly Inline[]): Inline[] {
  const result: Inline[] = [];
  let isAfterSpace = true;
  let isEmpty = true;
  for (const item of inline) {
    if (item.kind === 'text') {
      const text: string = isAfterSpace ? item.text.replace(/^ +/, '') : item.text;
      if (text === '') continue;
      result.push(text === item.text ? item : { ...item, text });
      isAfterSpace = text.endsWith(' ');
    } else if (item.kind === 'break') {
      if (isEmpty) continue;
      trimEnd(result);
      result.push(item);
      isAfterSpace = true;
    } else {
      result.push(item);
      if (item.kind === 'place') continue;
      isAfterSpace = false;
    }
    isEmpty = false;
  }
  trimEnd(result, true);
  return result;
}

/** Removes white space at the end, and breaks if asked to. Places stay. */
function trimEnd(items: Inline[], withBreaks = false): void {
  for (let at = items.length - 1; at >= 0; at -= 1) {
    const item = items[at] as Inline;
    if (item.kind === 'place') continue;
    if (item.kind === 'break' && withBreaks) {
      items.splice(at, 1);
      continue;
    }
    if (item.kind !== 'text' || !item.text.endsWith(' ')) return;
    const text = item.text.replace(/ +$/, '');
    if (text !== '') {
      items[at] = { ...item, text };
      return;
    }
    items.splice(at, 1);
  }
}

export function trimmedLines(inline: readonly Inline[]): Inline[] {
  const items: (Inline | null)[] = [...inline];
  const trimWith = (order: Iterable<number>, trim: (text: string) => string): void => {
    for (const at of order) {
      const item = items[at];
      if (item?.kind === 'place') continue;
      if (item?.kind !== 'text') return;
      const text = trim(item.text);
      items[at] = text === '' ? null : { ...item, text };
      if (text !== '') return;
    }
  };
  trimWith(items.keys(), (text) => text.replace(/^\n+/, ''));
  trimWith([...items.keys()].reverse(), (text) => text.trimEnd());
  return items.filter((item) => item !== null);
}
