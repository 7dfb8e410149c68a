/** Style sheets of the build, rule by rule. A page's classes decide which rules can apply. */
import { type AtRule, type ChildNode, type Container, parse, type Root, type Rule } from 'postcss';
import selectorParser, { type Node as SelectorNode } from 'postcss-selector-parser';

export type Sheet = {
  /** Rules that can apply with these classes, except those already in `keep(told)`. */
  keep(classes: ReadonlySet<string>, told?: ReadonlySet<string>): string;
};

/** Classes that must all be on a page, and lists with at least one that must. */
type Needs = { all: readonly string[]; oneOf: readonly (readonly string[])[] };

/** `_name_4k2z`: classes of CSS modules (islands/build/names.ts), and names of our own (refused-form.ts, typography.ts). */
const CLASS = /(?<![\w-])(?:_[\w-]*?_[a-z0-9]{4}|refused(?:-all)?|novel-page)(?![\w-])/gi;

const namesIn = (text: string): string[] => text.match(CLASS) ?? [];

const LIST = 'class="';

/** The class lists on a page, each once. `below`: lists that occur only behind `end`. */
export function classListsOn(html: string, end = html.length): { above: Set<string>; below: Set<string> } {
  const above = new Set<string>();
  const below = new Set<string>();
  let from = html.indexOf(LIST);
  while (from >= 0) {
    from += LIST.length;
    const to = html.indexOf('"', from);
    const list = html.slice(from, to);
    if (from <= end) above.add(list);
    else if (!above.has(list)) below.add(list);
    from = html.indexOf(LIST, to);
  }
  return { above, below };
}

export const classesIn = (lists: Iterable<string>): Set<string> => new Set(namesIn([...lists].join(' ')));

export function readSheet(css: string): Sheet {
  // Parsed on first use: a start reads thirty sheets, and most pages have two.
  let parsed: Root | undefined;
  return {
    keep(classes, told) {
      parsed ??= parse(css);
      const root = parsed;
      const isKept = (rule: Rule): boolean => {
        const need = needsOf(rule.selector);
        return canApply(need, classes) && !(told !== undefined && canApply(need, told));
      };
      const said = write(root, isKept, () => false);
      return write(root, isKept, ({ name, params }) => {
        const isOfModule = name === 'keyframes' && namesIn(params).length > 0;
        return isOfModule ? said.includes(params) : told === undefined;
      });
    },
  };
}

function canApply(needs: readonly Needs[] | null, classes: ReadonlySet<string>): boolean {
  const stands = (name: string): boolean => classes.has(name);
  return (
    needs === null ||
    needs.some(({ all, oneOf }) => all.every(stands) && oneOf.every((list) => list.some(stands)))
  );
}

/** At-rules that contain rules. All others (faces, key frames) are kept or dropped as a whole. */
const HOLDS_RULES = /^(?:layer|media|supports|container|starting-style)$/;

/** `isWanted` decides on at-rules without rules (order of layers, faces, key frames). */
function write(
  container: Container<ChildNode>,
  isKept: (rule: Rule) => boolean,
  isWanted: (other: AtRule) => boolean,
): string {
  const texts = (container.nodes ?? []).map((node) => {
    if (node.type === 'rule') return isKept(node) ? String(node) : '';
    if (node.type !== 'atrule') return '';
    if (node.nodes === undefined) return isWanted(node) ? `${node};` : '';
    if (!HOLDS_RULES.test(node.name)) return isWanted(node) ? String(node) : '';
    const inner = write(node, isKept, isWanted);
    return inner === '' ? '' : `@${node.name} ${node.params}{${inner}}`;
  });
  return texts.join('');
}

/** Bounded by the built sheets. Several sheets share a selector. */
const known = new Map<string, readonly Needs[] | null>();

/** Null when a selector without module classes can apply anywhere. */
function needsOf(selector: string): readonly Needs[] | null {
  const before = known.get(selector);
  if (before !== undefined) return before;
  const found = selectorParser()
    .astSync(selector)
    .nodes.map(({ nodes }) => needsOfParts(nodes));
  const needs = found.some(({ all, oneOf }) => all.length + oneOf.length === 0) ? null : found;
  known.set(selector, needs);
  return needs;
}

/** Classes in `:not()` are not needed. One part of `:is()` and its like is enough, if each part names a class. */
function needsOfParts(nodes: readonly SelectorNode[]): Needs {
  const all: string[] = [];
  const oneOf: string[][] = [];
  for (const node of nodes) {
    if (node.type === 'class') all.push(...namesIn(node.value));
    if (node.type !== 'pseudo' || node.value === ':not') continue;
    const lists = node.nodes.map((part) => {
      const needs = needsOfParts(part.nodes);
      return [...needs.all, ...needs.oneOf.flat()];
    });
    if (lists.length > 0 && lists.every((list) => list.length > 0)) oneOf.push(lists.flat());
  }
  return { all, oneOf };
}
