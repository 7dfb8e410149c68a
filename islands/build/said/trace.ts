/** Follows the key of a call to its literals, its type or its table. */
import { type Binding, isWrapped, type Node, nameOf, nodeAt, nodes, textOf, unwrapped } from './syntax.ts';
import { keysOfTable, keyType, literalsOf, type Types } from './types.ts';

export type Find = (name: string) => Binding | undefined;
/** Another module must have this table. */
export type Need = { from: string; name: string; at: number };
export type Tracing = {
  types: Types;
  find: Find;
  namespace: string;
  say(steps: string, at: number): void;
  need(need: Need): void;
};

/** Says all keys that the expression may be. False when they cannot be told. */
export function trace(
  node: Node | undefined,
  tracing: Tracing,
  seen: ReadonlySet<Node> = new Set(),
): boolean {
  if (!node || seen.has(node)) return false;
  const { find, namespace, say } = tracing;
  const follow = (next: Node | undefined) => trace(next, tracing, new Set([...seen, node]));
  const text = textOf(node);
  if (text !== null) {
    say(`${namespace}.${text}`, node.start);
    return true;
  }
  if (isWrapped(node))
    return ofType(nodeAt(node, 'typeAnnotation'), node, tracing) || follow(unwrapped(node));
  switch (node.type) {
    case 'ConditionalExpression':
      return follow(nodeAt(node, 'consequent')) && follow(nodeAt(node, 'alternate'));
    case 'LogicalExpression':
      return follow(nodeAt(node, 'left')) && follow(nodeAt(node, 'right'));
    case 'TemplateLiteral':
      return ofTemplate(node, tracing);
    case 'MemberExpression':
      return ofTable(node, tracing);
    case 'Identifier': {
      const { type, value, elementOf } = find(String(node.name)) ?? {};
      return (
        ofType(type, node, tracing) ||
        (elementOf !== undefined && ofTable(elementOf, tracing)) ||
        (value !== undefined && follow(value))
      );
    }
  }
  return false;
}

/** `branch.${word}`: without a branch it would be all of the namespace. */
function ofTemplate(node: Node, { namespace, say }: Tracing): boolean {
  const parts = nodes(node.quasis).map(({ value }) => String((value as { cooked: string }).cooked));
  if (parts.length > 1 && !/^[\w.]+\./.test(parts[0] ?? '')) return false;
  say(`${namespace}.${parts.join('*')}`, node.start);
  return true;
}

function ofType(type: Node | undefined, { start }: Node, { types, namespace, say }: Tracing): boolean {
  const whole = keyType(types, type);
  const literals = literalsOf(types, type);
  if (whole !== null) say(`${whole}.**`, start);
  else for (const each of literals ?? []) say(`${namespace}.${each}`, start);
  return whole !== null || literals !== null;
}

/** `TABLE[…]`, and an element of `TABLE` or of `Object.values(TABLE)`. Its keys are said where it is declared. */
function ofTable(node: Node | undefined, tracing: Tracing): boolean {
  const table = unwrapped(node);
  if (table?.type === 'MemberExpression') return ofTable(nodeAt(table, 'object'), tracing);
  if (table?.type === 'CallExpression') {
    const object = nodeAt(table, 'callee', 'object');
    return ofTable(nameOf(object) === 'Object' ? nodes(table.arguments)[0] : object, tracing);
  }
  const binding = table && tracing.find(nameOf(table) ?? '');
  if (!binding) return false;
  if (binding.imported) tracing.need({ ...binding.imported, at: table.start });
  if (binding.elementOf) return ofTable(binding.elementOf, tracing);
  return binding.imported !== undefined || keysOfTable(tracing.types, binding).length > 0;
}
