import type { ContainerTag, LineTag, MarkTag } from './tags.ts';

export type TreeReader<Node> = {
  /** `#text`, the lower-case name of an HTML or MathML element, or `` for anything else. */
  nameOf(node: Node): string;
  textOf(node: Node): string;
  /** May come from `xml:lang`, `epub:type` or a book's styles. Only names in `LOOKS` count as `class`. */
  attributeOf(node: Node, name: string): string | null;
  childrenOf(node: Node): Iterable<Node>;
  tooDeep(): Error;
};

/** `call` leads to a note, `back` leads from a note to its call. */
export type NoteLink = 'call' | 'back';

/** Maps the addresses of a tree. Without hooks there are only external links, no pictures and no places. */
export type Hooks<Node> = {
  /** Returns `href` in stored form (`stored.ts`). Other values drop the link. */
  link?(href: string, node: Node): { href: string; note?: NoteLink } | null;
  picture?(node: Node): { picture: string; alt: string } | null;
  /** `t1`, `t2` … for a link target. The first node with a name keeps it. */
  place?(node: Node): string | null;
};

/** Attributes of any element. `look` contains names of `LOOKS`, in their order. */
export type Own = {
  id?: string | undefined;
  look?: string | undefined;
  lang?: string | undefined;
  dir?: string | undefined;
};

/** Maximum nesting. Deeper trees are refused on reading and writing: nobody writes them. */
export const DEPTH_MAX = 256;

export type Mark = Own & { tag: MarkTag; href?: string; note?: NoteLink | undefined };
export type RubyPart = { tag: 'base' | 'rt' | 'rp'; text: string };
export type Inline =
  | { kind: 'text'; text: string; marks: readonly Mark[] }
  | { kind: 'break'; marks: readonly Mark[] }
  | { kind: 'ruby'; parts: readonly RubyPart[]; marks: readonly Mark[] }
  | { kind: 'picture'; picture: string; alt: string; marks: readonly Mark[] }
  /** HTML written when the formula is read (`math.ts`). */
  | { kind: 'math'; html: string; text: string; marks: readonly Mark[] }
  /** A place within a line, or a further one at its beginning. */
  | { kind: 'place'; id: string; marks: readonly Mark[] };

export type Line = Own & { kind: 'line'; tag: LineTag; inline: Inline[] };
export type Container = Own & {
  kind: 'container';
  tag: ContainerTag;
  blocks: Block[];
  start?: number | undefined;
  isReversed?: boolean | undefined;
  colspan?: number | undefined;
  rowspan?: number | undefined;
  scope?: string | undefined;
};
export type Block = Line | Container | { kind: 'scene' };
