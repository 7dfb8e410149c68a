/** Style sheets as the build writes them, rule by rule: which rules can apply to a page is told by its classes. */
import { type AtRule, type ChildNode, type Container, parse, type Root, type Rule } from 'postcss';
import selectorParser, { type Node as SelectorNode } from 'postcss-selector-parser';

export type Sheet = {
  /** The rules that can apply where these classes stand, less what `keep(told)` has said. */
  keep(classes: ReadonlySet<string>, told?: ReadonlySet<string>): string;
};

/** Classes that all must stand on a page, and lists of which one must. */
type Needs = { all: readonly string[]; oneOf: readonly (readonly string[])[] };

/**
 * `_name_4k2z`, as the build calls the classes of a CSS module (islands/build/names.ts), and those that the server writes into a
 * refused form (refused-form.ts).
 */
const CLASS = /(?<![\w-])(?:_[\w-]*?_[a-z0-9]{4}|refused(?:-all)?)(?![\w-])/gi;

const namesIn = (text: string): string[] => text.match(CLASS) ?? [];

const LIST = 'class="';

/** The lists of classes on a page, each once; `below`: those that stand only behind `end`. */
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

/** The classes in such lists that rules may need. */
export const classesIn = (lists: Iterable<string>): Set<string> => new Set(namesIn([...lists].join(' ')));

export function readSheet(css: string): Sheet {
  // With the first page that has it: a start reads thirty, and most pages have two.
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

/** At-rules of these names hold rules; all others (faces, key frames) are kept or left out as a whole. */
const HOLDS_RULES = /^(?:layer|media|supports|container|starting-style)$/;

/** `isWanted`: whether what holds no rules (an order of layers, faces, key frames) is kept. */
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

/** Of the sheets that are built, whose number is bounded; one selector stands in several. */
const known = new Map<string, readonly Needs[] | null>();

/** One selector without a module's class is enough for the rule to apply anywhere: null. */
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

/** What `:not()` names need not stand; of `:is()` and its like one is enough, if each of its parts names any. */
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
