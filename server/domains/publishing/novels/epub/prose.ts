import type { Block, Hooks, NoteLink, TreeReader } from '#server/lib/prose/model.ts';
import { safeHref } from '#server/lib/prose/tags.ts';
import { tidyProse } from '#server/lib/prose/tidy.ts';
import { countProse, writeProse } from '#server/lib/prose/write.ts';
import type { BookChapter } from './book.ts';
import type { Chapter } from './chapters.ts';
import { isHeading } from './headings.ts';
import type { Leavings } from './left-out.ts';
import { PATH_MAX_LENGTH } from './limits.ts';
import type { Places } from './link-targets.ts';
import { type Pictures, sourceOf } from './pictures.ts';
import { EpubRefused } from './refused.ts';
import { said } from './said.ts';
import type { Text } from './texts.ts';
import { attributeOf, wordsOf, type XmlElement, type XmlNode } from './xml.ts';

type ProseContext = {
  language: string | null;
  pictures: Pictures;
  places: Places;
  notes: ReadonlyMap<XmlElement, NoteLink>;
  leavings: Leavings;
};

export type WrittenChapter = BookChapter & { blocks: Block[] };
type Figures = Pick<BookChapter, 'html' | 'sectionEnds' | 'words' | 'characters' | 'notes'>;

export function writeChapter({ key, title, pieces }: Chapter, context: ProseContext): WrittenChapter {
  const blocks = pieces.flatMap(({ text, body }) =>
    tidyProse([body as XmlNode], readerFor(text, body, context), hooksFor(text, key, context)),
  );
  return {
    key,
    title,
    ...figuresOf(blocks),
    source: said(pieces[0]?.text.path ?? '', PATH_MAX_LENGTH),
    blocks,
  };
}

export function figuresOf(blocks: readonly Block[]): Figures {
  const written = writeProse(blocks);
  const notes = written.html.match(/<a [^>]*role="doc-noteref"/g)?.length ?? 0;
  return { ...written, ...countProse(blocks), notes };
}

type Reader = TreeReader<XmlNode>;

function readerFor(text: Text, body: XmlElement, { pictures, language }: ProseContext): Reader {
  const isGone = (node: XmlElement): boolean =>
    node.name === 'img' && pictures.find(sourceOf(node) ?? '', text.base) === null;
  const styleOf = (node: XmlElement): string | null => {
    const style = text.looks(node);
    // Headings get our own style.
    return style !== null && isHeading(node)
      ? style.replace(/(?:text-align|font-variant[a-z-]*)\s*:/gi, 'x:')
      : style;
  };
  return {
    nameOf(node) {
      if (typeof node === 'string') return '#text';
      if (node.vocabulary === '') return 'span';
      return isGone(node) ? 'span' : node.name;
    },
    textOf: (node) => (typeof node === 'string' ? node : ''),
    childrenOf(node) {
      if (typeof node === 'string') return [];
      // A missing picture leaves its alternative text.
      return isGone(node) ? [attributeOf(node, 'alt') ?? ''] : node.children;
    },
    attributeOf(node, name) {
      if (typeof node === 'string') return null;
      if (name === 'lang') return langOf(node, node === body ? language : null);
      if (name === 'role') return roleOf(node);
      if (name === 'class') return attributeOf(node, 'data-verse');
      return name === 'style' ? styleOf(node) : attributeOf(node, name);
    },
    tooDeep: () => new EpubRefused({ reason: 'too_tangled', file: text.path }),
  };
}

/** Null for the language of the whole book, which need not be repeated. */
function langOf(node: XmlElement, known: string | null): string | null {
  const lang = attributeOf(node, 'lang') ?? attributeOf(node, 'xml:lang');
  return lang !== null && `${known}-`.toLowerCase().startsWith(`${lang}-`.toLowerCase()) ? null : lang;
}

const NOTE_TYPES = new Set(['footnote', 'endnote', 'rearnote', 'note']);

function roleOf(node: XmlElement): string | null {
  const isNote = wordsOf(node, 'epub:type').some((type) => NOTE_TYPES.has(type));
  return isNote ? 'doc-footnote' : attributeOf(node, 'role');
}

type NodeHooks = Required<Hooks<XmlNode>>;

function hooksFor(text: Text, chapter: string, context: ProseContext): NodeHooks {
  const { pictures, places, notes, leavings } = context;
  return {
    link(href, node) {
      const target = text.targetOf(href);
      const web = target?.kind === 'web' ? safeHref(target.href) : null;
      if (web !== null) return { href: web };
      const found = target?.kind === 'file' ? places.hrefTo(target.path, target.fragment, chapter) : null;
      if (found === null) {
        leavings.add('links', target?.kind === 'file' ? target.path : href, text.path);
        return null;
      }
      const note = typeof node === 'string' ? undefined : notes.get(node);
      return note === undefined ? { href: found } : { href: found, note };
    },
    picture(node) {
      if (typeof node === 'string') return null;
      const picture = pictures.find(sourceOf(node) ?? '', text.base);
      if (picture === null) return null;
      const alt = attributeOf(node, 'alt') ?? '';
      picture.uses += 1;
      if (alt === '') picture.withoutAlt += 1;
      return { picture: picture.token, alt };
    },
    place: (node) => (typeof node === 'string' ? null : places.nameOf(node)),
  };
}
