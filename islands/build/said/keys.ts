/**
 * Finds the texts that a module says. `t('key')` and `t(a ? 'one' : 'other')` name them. `t(`branch.${kind}`)` means the
 * whole branch. Other computed keys need a table of type `MessageKey<'namespace'>`, or a type that lists their literals.
 * A key of type `MessageKey` itself means the whole namespace. TypeScript proves that no other key comes.
 */
import { type Binding, type Node, nameOf, nodeAt, nodes, read, textOf } from './syntax.ts';
import { type Find, type Need, trace } from './trace.ts';
import { keysOfTable, namespaceOf, type Said, type Types } from './types.ts';

export type Problem = { what: string; at: number };
export type Speech = {
  said: readonly Said[];
  problems: readonly Problem[];
  needs: readonly Need[];
  /** Names of its tables of keys. */
  tables: ReadonlySet<string>;
  imports: readonly string[];
  /** Calls of the API that the module names. */
  calls: readonly string[];
  /** The module says names of fields, as refusals of calls have them. */
  namesFields: boolean;
};

const CALL = /^(?:GET|POST|PUT|PATCH|DELETE) \//;
/** The only function of another module that gets a translator. It says fields, which the calls tell. */
const SAYS_FIELDS = 'humanizeField';

export function speechOf(path: string, source: string): Speech {
  const { types, imports, visit } = read(path, source);
  const said: Said[] = [];
  const problems: Problem[] = [];
  const needs: Need[] = [];
  const tables = new Set<string>();
  const calls: string[] = [];
  let namesFields = false;
  const escapes = escapesOf(types);

  visit((node, find) => {
    const text = textOf(node);
    if (text !== null && CALL.test(text)) calls.push(text);
    if (node.type === 'VariableDeclarator') {
      const name = nameOf(nodeAt(node, 'id')) ?? '';
      const binding = find(name) ?? {};
      const keys = binding.value === nodeAt(node, 'init') ? keysOfTable(types, binding) : [];
      if (keys.length > 0) tables.add(name);
      said.push(...keys);
      namesFields ||= namespaceOf(types, binding) === 'fields';
    }
    const escaped = escapes(node, find);
    if (escaped !== null) problems.push({ what: escaped, at: node.start });
    const translator = node.type === 'CallExpression' ? translatorOf(node) : undefined;
    const namespace = namespaceOf(types, find(nameOf(translator) ?? '') ?? {});
    if (namespace === null) return;
    const say = (steps: string, at: number) => said.push({ steps, at });
    const need = (each: Need) => needs.push(each);
    if (trace(nodes(node.arguments)[0], { types, find, namespace, say, need })) return;
    // A branch has texts of one kind: `useTranslations('release.units')`.
    if (namespace.includes('.')) say(`${namespace}.**`, node.start);
    else
      problems.push({ what: `a computed key of "${namespace}" needs a table of MessageKey`, at: node.start });
  });
  return { said, problems, needs, tables, imports, calls, namesFields };
}

/** `t` in `t(…)`, `t.rich(…)` and `t.has(…)`. */
function translatorOf(call: Node): Node | undefined {
  const callee = nodeAt(call, 'callee');
  if (callee?.type !== 'MemberExpression') return callee;
  return /^(?:rich|has)$/.test(nameOf(nodeAt(callee, 'property')) ?? '')
    ? nodeAt(callee, 'object')
    : undefined;
}

/** A translator stays in its module, or we would not see what it says. Functions of the module name its type. */
function escapesOf(types: Types) {
  const fine = new Set<Node | undefined>();
  const allow = (...all: (Node | undefined)[]): void => {
    for (const each of all) fine.add(each);
  };
  const isOwn = (callee: Node | undefined, find: Find): boolean => {
    const name = nameOf(callee);
    const binding: Binding | undefined = find(name ?? '');
    return name === SAYS_FIELDS || (binding?.imported === undefined && name !== null);
  };
  return (node: Node, find: Find): string | null => {
    switch (node.type) {
      case 'VariableDeclarator':
        allow(nodeAt(node, 'id'));
        break;
      case 'MemberExpression':
        allow(nodeAt(node, 'object'), node.computed ? undefined : nodeAt(node, 'property'));
        break;
      case 'TSTypeQuery':
        allow(nodeAt(node, 'exprName'), nodeAt(node, 'exprName', 'left'));
        break;
      case 'Property':
        if (!node.computed) allow(nodeAt(node, 'key'));
        break;
      // Dependencies of a hook.
      case 'ArrayExpression':
        allow(...nodes(node.elements));
        break;
      case 'CallExpression': {
        const callee = nodeAt(node, 'callee');
        allow(callee);
        if (!isOwn(callee, find)) break;
        const given = nodes(node.arguments);
        allow(
          ...given,
          ...given.flatMap((each) => nodes(each.properties).map((one) => nodeAt(one, 'value'))),
        );
        break;
      }
      case 'Identifier': {
        const name = String(node.name);
        const binding = find(name);
        const isTranslator = binding !== undefined && namespaceOf(types, binding) !== null;
        if (isTranslator && !fine.has(node) && binding.value !== undefined)
          return `"${name}" leaves the module, so that its keys are unknown`;
      }
    }
    return null;
  };
}
