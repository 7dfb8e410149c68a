/** A module's syntax tree with its scopes: which declaration a name means at which place. */
import { parseSync } from 'vite';

export type Node = { type: string; start: number; end: number; [key: string]: unknown };

/** Facts about a name: its value, its type, or the list that contains it. */
export type Binding = {
  value?: Node;
  type?: Node;
  elementOf?: Node;
  imported?: { from: string; name: string };
};
type Scope = { names: Map<string, Binding>; outer: Scope | null };

export type Syntax = {
  program: Node;
  /** Local `type` declarations. */
  types: ReadonlyMap<string, Node>;
  /** Modules imported by value, as written. */
  imports: readonly string[];
  /** Visits all nodes. `find` looks a name up from there. */
  visit(each: (node: Node, find: (name: string) => Binding | undefined) => void): void;
};

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);

export const nodes = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : []);
export const nodeAt = (node: Node | undefined, ...path: string[]): Node | undefined => {
  let at: unknown = node;
  for (const step of path) at = isNode(at) ? at[step] : undefined;
  return isNode(at) ? at : undefined;
};
export const nameOf = (node: Node | undefined): string | null =>
  node?.type === 'Identifier' ? String(node.name) : null;

export const textOf = (node: Node | undefined): string | null =>
  node?.type === 'Literal' && typeof node.value === 'string' ? node.value : null;

const WRAPPED = /^(?:TSAsExpression|TSSatisfiesExpression|TSNonNullExpression|ParenthesizedExpression)$/;
export const isWrapped = ({ type }: Node): boolean => WRAPPED.test(type);
export const unwrapped = (node: Node | undefined): Node | undefined =>
  node && isWrapped(node) ? unwrapped(nodeAt(node, 'expression')) : node;

const SCOPES =
  /^(?:Program|BlockStatement|Function\w*|ArrowFunctionExpression|For\w*Statement|SwitchStatement)$/;
const FUNCTION = /^(?:Function\w*|ArrowFunctionExpression)$/;
/** Calls whose callback gets the elements of a list. */
const EACH = /^(?:map|flatMap|filter|forEach|find|some|every)$/;

export function read(path: string, source: string): Syntax {
  const parsed = parseSync(path, source);
  const [wrong] = parsed.errors;
  if (wrong !== undefined) throw new Error(`${path}: ${wrong.message}`);
  const program = parsed.program as unknown as Node;
  const scopes = new WeakMap<Node, Scope>();
  const types = new Map<string, Node>();
  declare(program, { names: new Map(), outer: null }, { scopes, types });
  const { staticImports, staticExports, dynamicImports } = parsed.module;
  const imports = [
    ...staticImports
      .filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType))
      .map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ isType, moduleRequest }) => (isType || !moduleRequest ? [] : [moduleRequest.value])),
    ),
    ...dynamicImports.flatMap(
      ({ moduleRequest: { start, end } }) => /^['"](.+)['"]$/.exec(source.slice(start, end))?.slice(1) ?? [],
    ),
  ];
  return {
    program,
    types,
    imports,
    visit(each) {
      const go = (node: Node, around: Scope | null): void => {
        const scope = scopes.get(node) ?? around;
        each(node, (name) => lookUp(scope, name));
        for (const child of childrenOf(node)) go(child, scope);
      };
      go(program, null);
    },
  };
}

function lookUp(scope: Scope | null, name: string): Binding | undefined {
  for (let at = scope; at !== null; at = at.outer) {
    const found = at.names.get(name);
    if (found !== undefined) return found;
  }
  return undefined;
}

type Found = { scopes: WeakMap<Node, Scope>; types: Map<string, Node> };

function declare(node: Node, outer: Scope, found: Found): void {
  const scope = SCOPES.test(node.type) ? { names: new Map<string, Binding>(), outer } : outer;
  if (scope !== outer) found.scopes.set(node, scope);
  if (node.type === 'TSTypeAliasDeclaration') {
    const type = nodeAt(node, 'typeAnnotation');
    if (type) found.types.set(nameOf(nodeAt(node, 'id')) ?? '', type);
  }
  if (node.type === 'ImportDeclaration') declareImports(node, scope);
  if (node.type === 'VariableDeclaration')
    for (const each of nodes(node.declarations)) {
      // Other variables may get another value later.
      const value = node.kind === 'const' ? nodeAt(each, 'init') : undefined;
      bind(nodeAt(each, 'id'), { value }, scope);
    }
  if (node.type === 'ForOfStatement')
    for (const each of nodes(nodeAt(node, 'left')?.declarations))
      bind(nodeAt(each, 'id'), { elementOf: nodeAt(node, 'right') }, scope);
  if (FUNCTION.test(node.type)) for (const param of nodes(node.params)) bind(param, {}, scope);
  for (const child of childrenOf(node)) declare(child, scope, found);
  if (node.type === 'CallExpression') declareElements(node, found);
}

function declareImports(node: Node, scope: Scope): void {
  const from = String(nodeAt(node, 'source')?.value ?? '');
  for (const each of nodes(node.specifiers)) {
    const name = nameOf(nodeAt(each, 'imported')) ?? 'default';
    scope.names.set(nameOf(nodeAt(each, 'local')) ?? '', { imported: { from, name } });
  }
}

/** `LIST.map((each) => …)`: the parameter is an element of the list. */
function declareElements(node: Node, { scopes }: Found): void {
  const [callback] = nodes(node.arguments);
  const callee = nodeAt(node, 'callee');
  if (!callback || !FUNCTION.test(callback.type) || callee?.type !== 'MemberExpression') return;
  if (!EACH.test(nameOf(nodeAt(callee, 'property')) ?? '')) return;
  const scope = scopes.get(callback);
  const [param] = nodes(callback.params);
  if (scope) bind(param, { elementOf: nodeAt(callee, 'object') }, scope);
}

function bind(pattern: Node | undefined, known: Binding, scope: Scope): void {
  if (!pattern) return;
  const type = nodeAt(pattern, 'typeAnnotation', 'typeAnnotation') ?? known.type;
  const inside = { elementOf: known.elementOf, type: undefined as Node | undefined };
  switch (pattern.type) {
    case 'Identifier': {
      const before = scope.names.get(String(pattern.name));
      const value = known.value ?? before?.value;
      scope.names.set(String(pattern.name), { ...before, ...known, value, type: type ?? before?.type });
      break;
    }
    case 'AssignmentPattern':
      bind(nodeAt(pattern, 'left'), { ...known, type }, scope);
      break;
    case 'ArrayPattern':
      for (const each of nodes(pattern.elements)) bind(each, inside, scope);
      break;
    case 'ObjectPattern':
      for (const each of nodes(pattern.properties)) {
        const member = memberType(type, nameOf(nodeAt(each, 'key')));
        bind(nodeAt(each, 'value') ?? nodeAt(each, 'argument'), { ...inside, type: member }, scope);
      }
  }
}

/** The type of `name` in `{ name: type }`. */
export function memberType(type: Node | undefined, name: string | null): Node | undefined {
  if (type?.type !== 'TSTypeLiteral') return undefined;
  const member = nodes(type.members).find((each) => nameOf(nodeAt(each, 'key')) === name);
  return nodeAt(member, 'typeAnnotation', 'typeAnnotation');
}
