/** Prose as it is held between reading and writing. */
import type { ContainerTag, LineTag, MarkTag } from './tags.ts';

/** How to read the nodes of some tree. */
export type TreeReader<Node> = {
  /** `#text`, the small name of an element of HTML or MathML, or `` for what is neither. */
  nameOf(node: Node): string;
  textOf(node: Node): string;
  /**
   * `lang` and `role` may come from anywhere (`xml:lang`, `epub:type`). Of `class` only the names in `LOOKS` count,
   * so that a reader of a book answers here what its styles come to.
   */
  attributeOf(node: Node, name: string): string | null;
  childrenOf(node: Node): Iterable<Node>;
  /** What is thrown at a tree that nobody wrote. */
  tooDeep(): Error;
};

/** `call` leads to a note, `back` from a note to where it was called. */
export type NoteLink = 'call' | 'back';

/** What a tree's own addresses come to. Without these there are outside links only, no pictures and no places. */
export type Hooks<Node> = {
  /** `href` in a form that is stored (`stored.ts`); anything else is no link. */
  link?(href: string, node: Node): { href: string; note?: NoteLink } | null;
  picture?(node: Node): { picture: string; alt: string } | null;
  /** `t1`, `t2` … for a node that links lead to. The first node of a name has it. */
  place?(node: Node): string | null;
};

/** What any element may say of itself; `look` is some of `LOOKS`, in their order. */
export type Own = {
  id?: string | undefined;
  look?: string | undefined;
  lang?: string | undefined;
  dir?: string | undefined;
};

/** Open elements within each other. Trees deeper than this are refused, read or written: nobody writes them. */
export const DEPTH_MAX = 256;

export type Mark = Own & { tag: MarkTag; href?: string; note?: NoteLink | undefined };
export type RubyPart = { tag: 'base' | 'rt' | 'rp'; text: string };
export type Inline =
  | { kind: 'text'; text: string; marks: readonly Mark[] }
  | { kind: 'break'; marks: readonly Mark[] }
  | { kind: 'ruby'; parts: readonly RubyPart[]; marks: readonly Mark[] }
  | { kind: 'picture'; picture: string; alt: string; marks: readonly Mark[] }
  /** Written where it was read (`math.ts`). */
  | { kind: 'math'; html: string; text: string; marks: readonly Mark[] }
  /** A place within a line, or one more at its beginning. */
  | { kind: 'place'; id: string; marks: readonly Mark[] };

export type Line = Own & { kind: 'line'; tag: LineTag; inline: Inline[] };
export type Container = Own & {
  kind: 'container';
  tag: ContainerTag;
  blocks: Block[];
  /** Of an ordered list. */
  start?: number | undefined;
  isReversed?: boolean | undefined;
  /** Of a cell. */
  colspan?: number | undefined;
  rowspan?: number | undefined;
  scope?: string | undefined;
};
export type Block = Line | Container | { kind: 'scene' };
