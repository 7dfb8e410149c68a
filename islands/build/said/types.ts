/** Reads what types tell of keys: `MessageKey<'story'>`, `'one' | 'other'`, and the type of a translator. */
import { type Binding, memberType, type Node, nameOf, nodeAt, nodes, textOf, unwrapped } from './syntax.ts';

/** Local types by name. */
export type Types = ReadonlyMap<string, Node>;
/** `steps` may contain `*`, which is a word, or end with `**`, which is all below. */
export type Said = { steps: string; at: number };

const nameOfType = (type: Node | undefined): string | null => nameOf(nodeAt(type, 'typeName'));
const argumentsOf = (node: Node | undefined): Node[] => nodes(nodeAt(node, 'typeArguments')?.params);

function resolved(types: Types, type: Node | undefined): Node | undefined {
  const own = type?.type === 'TSTypeReference' ? types.get(nameOfType(type) ?? '') : undefined;
  return own ? resolved(types, own) : type;
}

const literalOf = (type: Node | undefined): string | null =>
  type?.type === 'TSLiteralType' ? textOf(nodeAt(type, 'literal')) : null;

/** `story` of `MessageKey<'story'>`. */
export function keyType(types: Types, given: Node | undefined): string | null {
  const type = resolved(types, given);
  if (type?.type === 'TSIntersectionType')
    return nodes(type.types).reduce<string | null>((found, each) => found ?? keyType(types, each), null);
  if (type?.type !== 'TSTypeReference' || nameOfType(type) !== 'MessageKey') return null;
  return literalOf(argumentsOf(type)[0]);
}

/** The literals of `'one' | 'other'`. Null for any other type. */
export function literalsOf(types: Types, given: Node | undefined): readonly string[] | null {
  const type = resolved(types, given);
  if (type?.type !== 'TSUnionType') {
    const literal = literalOf(type);
    return literal === null ? null : [literal];
  }
  const all = nodes(type.types).map((each) => literalsOf(types, each));
  return all.some((each) => each === null) ? null : all.flatMap((each) => each ?? []);
}

/** The namespace of a translator: from `useTranslations('story')`, or of its type. */
export function namespaceOf(types: Types, { value, type }: Binding): string | null {
  const [first, second] = value?.type === 'CallExpression' ? nodes(value.arguments) : [];
  const called = nameOf(nodeAt(value, 'callee'));
  if (called === 'useTranslations') return textOf(first);
  if (called === 'translator') return textOf(second);
  const [query] = argumentsOf(resolved(types, type));
  return query?.type === 'TSTypeQuery' && nameOf(nodeAt(query, 'exprName')) === 'useTranslations'
    ? literalOf(argumentsOf(query)[0])
    : null;
}

/** The keys in a table: where its type has `MessageKey`, its value has keys. */
export function keysIn(types: Types, given: Node | undefined, value: Node | undefined): readonly Said[] {
  const type = resolved(types, given);
  const node = unwrapped(value);
  if (!type || !node) return [];
  const namespace = keyType(types, type);
  if (namespace !== null) {
    const text = textOf(node);
    return text === null ? [] : [{ steps: `${namespace}.${text}`, at: node.start }];
  }
  const below = (to: Node | undefined, from: Node | undefined) => keysIn(types, to, from);
  const members = node.type === 'ObjectExpression' ? nodes(node.properties) : [];
  const elements = node.type === 'ArrayExpression' ? nodes(node.elements) : [];
  switch (type.type) {
    case 'TSTypeOperator':
    case 'TSParenthesizedType':
      return below(nodeAt(type, 'typeAnnotation'), node);
    case 'TSArrayType':
      return elements.flatMap((each) => below(nodeAt(type, 'elementType'), each));
    case 'TSTupleType':
      return elements.flatMap((each, at) => below(nodes(type.elementTypes)[at], each));
    case 'TSUnionType':
    case 'TSIntersectionType':
      return nodes(type.types).flatMap((each) => below(each, node));
    case 'TSTypeLiteral':
      return members.flatMap((each) =>
        below(memberType(type, nameOf(nodeAt(each, 'key'))), nodeAt(each, 'value')),
      );
    case 'TSTypeReference':
      if (/^(?:Partial|Readonly)$/.test(nameOfType(type) ?? '')) return below(argumentsOf(type)[0], node);
      return nameOfType(type) === 'Record'
        ? members.flatMap((each) => below(argumentsOf(type)[1], nodeAt(each, 'value')))
        : [];
  }
  return [];
}

/** The keys of `const X: type = …` or `const X = … satisfies type`. */
export function keysOfTable(types: Types, { value, type }: Binding): readonly Said[] {
  const said = value?.type === 'TSSatisfiesExpression' ? nodeAt(value, 'typeAnnotation') : type;
  return keysIn(types, said, value);
}
