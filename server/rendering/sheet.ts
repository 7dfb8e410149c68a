/** Style sheets as the build writes them, rule by rule: which rules can apply to a page is told by its classes. */

type Rule = {
  /** Each selector of the rule; null: one of them names no class of a module, so the rule may apply anywhere. */
  selectors: readonly Selector[] | null;
  /** What stands before the bracket. */
  head: string;
  /** Of an at-rule that holds rules. */
  rules: Rule[] | null;
  /** What stands between the brackets otherwise. */
  body: string;
  /** `@layer a, b;`: sets nothing by itself. */
  isStatement: boolean;
};

/** Classes that all must stand on a page, and lists of which one must. */
type Selector = { all: readonly string[]; oneOf: readonly (readonly string[])[] };

export type Sheet = {
  /** The rules that can apply where these classes stand. */
  keep(classes: ReadonlySet<string>): Rule[];
};

/** `_name_module_line`, as the build calls the classes of a CSS module. */
const CLASS = /(?<![\w-])_[\w-]*?_[a-z0-9]{5}_\d+(?![\w-])/gi;

const classesIn = (text: string): string[] => text.match(CLASS) ?? [];

const LIST = 'class="';

/** The classes of modules on a page, where the same few lists of classes come again and again. */
export function classesOn(html: string): Set<string> {
  const lists = new Set<string>();
  let from = html.indexOf(LIST);
  while (from >= 0) {
    from += LIST.length;
    const end = html.indexOf('"', from);
    lists.add(html.slice(from, end));
    from = html.indexOf(LIST, end);
  }
  return new Set(classesIn([...lists].join(' ')));
}

export function readSheet(css: string): Sheet {
  const rules = readRules(css);
  return { keep: (classes) => withoutIdleFrames(keep(rules, classes)) };
}

export const writeSheet = (rules: readonly Rule[]): string =>
  rules
    .map(({ head, body, rules, isStatement }) =>
      isStatement ? `${head};` : `${head}{${rules === null ? body : writeSheet(rules)}}`,
    )
    .join('');

function keep(rules: readonly Rule[], classes: ReadonlySet<string>): Rule[] {
  const stands = (name: string): boolean => classes.has(name);
  return rules.flatMap((rule) => {
    const isNeeded = rule.selectors?.some(
      ({ all, oneOf }) => all.every(stands) && oneOf.every((list) => list.some(stands)),
    );
    if (isNeeded === false) return [];
    if (rule.rules === null) return [rule];
    const kept = keep(rule.rules, classes);
    return kept.length > 0 ? [{ ...rule, rules: kept }] : [];
  });
}

/** A module's key frames stay where a rule that is kept names them. */
function withoutIdleFrames(rules: readonly Rule[], text = writeSheet(rules)): Rule[] {
  return rules.flatMap((rule) => {
    const [, frames] = /^@keyframes (.+)/.exec(rule.head) ?? [];
    if (frames !== undefined && classesIn(frames).length > 0 && text.split(frames).length < 3) return [];
    if (rule.rules === null) return [rule];
    const kept = withoutIdleFrames(rule.rules, text);
    return kept.length > 0 ? [{ ...rule, rules: kept }] : [];
  });
}

/** At-rules of these names hold rules; all others (faces, key frames) are kept or left out as a whole. */
const HOLDS_RULES = /^@(?:layer|media|supports|container|starting-style)\b/;

function readRules(css: string): Rule[] {
  const rules: Rule[] = [];
  let at = 0;
  while (at < css.length) {
    const end = endOfHead(css, at);
    const head = css.slice(at, end).trim();
    if (css[end] !== '{') {
      if (head !== '') rules.push({ selectors: null, head, rules: null, body: '', isStatement: true });
      at = end + 1;
      continue;
    }
    const close = endOfBlock(css, end);
    const body = css.slice(end + 1, close);
    const isGroup = HOLDS_RULES.test(head);
    rules.push({
      selectors: isGroup || head.startsWith('@') ? null : selectorsOf(head),
      head,
      rules: isGroup ? readRules(body) : null,
      body,
      isStatement: false,
    });
    at = close + 1;
  }
  return rules;
}

/** One selector without a module's class is enough for the rule to apply anywhere. */
function selectorsOf(head: string): Selector[] | null {
  const found = splitList(head).map(selectorOf);
  return found.some(({ all, oneOf }) => all.length + oneOf.length === 0) ? null : found;
}

const LISTING = /:(not|is|where|has)\(/g;

/** What `:not()` names need not stand; of `:is()` and its like one is enough, if each of its parts names any. */
function selectorOf(selector: string): Selector {
  const oneOf: string[][] = [];
  let rest = '';
  let from = 0;
  for (const match of selector.matchAll(LISTING)) {
    if (match.index < from) continue;
    const open = match.index + match[0].length - 1;
    const end = skip(selector, open);
    const parts = splitList(selector.slice(open + 1, end - 1)).map(classesIn);
    if (match[1] !== 'not' && parts.every((part) => part.length > 0)) oneOf.push(parts.flat());
    rest += selector.slice(from, match.index);
    from = end;
  }
  return { all: classesIn(rest + selector.slice(from)), oneOf };
}

function splitList(head: string): string[] {
  const parts: string[] = [];
  let start = 0;
  for (let at = 0; at < head.length; at += 1) {
    at = skip(head, at);
    if (head[at] !== ',') continue;
    parts.push(head.slice(start, at));
    start = at + 1;
  }
  return [...parts, head.slice(start)];
}

function endOfHead(css: string, from: number): number {
  let at = skip(css, from);
  while (at < css.length && css[at] !== '{' && css[at] !== ';') at = skip(css, at + 1);
  return at;
}

function endOfBlock(css: string, from: number): number {
  let depth = 0;
  for (let at = from; at < css.length; at += 1) {
    at = skip(css, at);
    if (css[at] === '{') depth += 1;
    if (css[at] === '}') depth -= 1;
    if (depth === 0) return at;
  }
  return css.length;
}

const PAIRS: Record<string, string> = { '(': ')', '[': ']' };

/** Past whatever is in quotes or brackets at this place. */
function skip(css: string, at: number): number {
  const sign = css[at] ?? '';
  if (sign === '\\') return skip(css, at + 2);
  if (sign === '"' || sign === "'") {
    let end = at + 1;
    while (end < css.length && css[end] !== sign) end += css[end] === '\\' ? 2 : 1;
    return skip(css, end + 1);
  }
  const close = PAIRS[sign];
  if (close === undefined) return at;
  let end = skip(css, at + 1);
  while (end < css.length && css[end] !== close) end = skip(css, end + 1);
  return skip(css, end + 1);
}
