/** Keeps only styles that matter in prose, from selectors of one element or class. Fetches nothing. */
import type { Container } from './container.ts';
import { STYLE_MAX_BYTES } from './limits.ts';
import { isEpubRefused } from './refused.ts';
import { attributeOf, elementsNamed, textOf, wordsOf, type XmlElement } from './xml.ts';

/** Declarations that apply to an element, in the form of its `style` attribute. Null for none. */
export type Looks = (element: XmlElement) => string | null;

type Rules = ReadonlyMap<string, string>;

const MEANT = new Set([
  'display',
  'font-style',
  'font-variant',
  'font-variant-caps',
  'font-weight',
  'text-align',
  'text-decoration',
  'text-decoration-line',
  'vertical-align',
  'writing-mode',
]);
const RULES_MAX_COUNT = 5000;
const SHEETS_MAX_COUNT = 20;

export function createStyles(container: Container) {
  const known = new Map<string, Rules>();

  const sheetAt = async (path: string): Promise<Rules> => {
    const seen = known.get(path);
    if (seen !== undefined) return seen;
    const isThere = container.has(path) && !container.isGarbled(path);
    // An unreadable style sheet is no reason to refuse a book.
    const bytes = isThere ? await container.bytesOf(path, STYLE_MAX_BYTES).catch(nothingOf) : null;
    const rules = rulesOf(bytes?.toString('utf8') ?? '');
    known.set(path, rules);
    return rules;
  };

  return {
    async of(root: XmlElement, base: string): Promise<{ looks: Looks; isVertical: boolean }> {
      const sheets: Rules[] = [];
      for (const link of elementsNamed(root, 'link')) {
        const path = wordsOf(link, 'rel').includes('stylesheet')
          ? container.pathOf(base, attributeOf(link, 'href') ?? '')
          : null;
        if (path !== null) sheets.push(await sheetAt(path));
      }
      for (const style of elementsNamed(root, 'style'))
        sheets.push(rulesOf(textOf(style).slice(0, STYLE_MAX_BYTES)));
      const looks = looksFrom([...new Set(sheets)].slice(0, SHEETS_MAX_COUNT));
      const [body] = elementsNamed(root, 'body');
      const whole = [root, ...(body === undefined ? [] : [body])].map((each) => looks(each) ?? '');
      return { looks, isVertical: whole.some((style) => /writing-mode:\s*(?:vertical|tb)/.test(style)) };
    },
  };
}

function nothingOf(error: unknown): null {
  if (isEpubRefused(error)) return null;
  throw error;
}

function looksFrom(sheets: readonly Rules[]): Looks {
  if (sheets.every((sheet) => sheet.size === 0)) return (element) => attributeOf(element, 'style');
  const memory = new Map<string, string>();
  return (element) => {
    const classes = attributeOf(element, 'class') ?? '';
    const key = `${element.name} ${classes}`;
    let style = memory.get(key);
    if (style === undefined) {
      const names = classes
        .split(/\s+/)
        .filter((name) => name !== '')
        .slice(0, 10);
      const selectors = [
        element.name,
        ...names.map((name) => `.${name}`),
        ...names.map((name) => `${element.name}.${name}`),
      ];
      style = selectors.flatMap((selector) => sheets.map((sheet) => sheet.get(selector) ?? '')).join('');
      memory.set(key, style);
    }
    const own = attributeOf(element, 'style') ?? '';
    return style === '' && own === '' ? null : `${own}${own === '' || own.endsWith(';') ? '' : ';'}${style}`;
  };
}

/** Splits at braces, so that any input takes linear time. */
function rulesOf(css: string): Rules {
  const rules = new Map<string, string>();
  for (const part of withoutComments(css).split('}', RULES_MAX_COUNT)) {
    const pieces = part.split('{');
    const [selectors = '', declarations = ''] = pieces.slice(-2);
    const meant = meaningOf(declarations);
    if (pieces.length < 2 || meant === '') continue;
    for (const selector of selectors
      .slice(selectors.lastIndexOf(';') + 1)
      .slice(0, 2000)
      .split(',')) {
      const name = selector.trim();
      if (/^(?:[a-z][a-z0-9]*)?(?:\.[\w-]+)?$/i.test(name) && name !== '')
        rules.set(name, (rules.get(name) ?? '') + meant);
    }
  }
  return rules;
}

function meaningOf(declarations: string): string {
  let meant = '';
  for (const declaration of declarations.slice(0, 5000).split(';')) {
    const colon = declaration.indexOf(':');
    const name = declaration
      .slice(0, colon)
      .trim()
      .toLowerCase()
      .replace(/^-(?:epub|webkit)-/, '');
    const value = declaration
      .slice(colon + 1)
      .trim()
      .toLowerCase();
    if (colon > 0 && MEANT.has(name) && /^[a-z0-9 -]{1,40}$/.test(value)) meant += `${name}:${value};`;
  }
  return meant;
}

function withoutComments(css: string): string {
  return css
    .split('/*')
    .map((part, index) =>
      index === 0 ? part : part.slice(part.indexOf('*/') < 0 ? part.length : part.indexOf('*/') + 2),
    )
    .join('');
}
