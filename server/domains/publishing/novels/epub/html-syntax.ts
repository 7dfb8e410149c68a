/**
 * Parses HTML syntax: void elements, unquoted attributes, any case, bare ampersands. Other elements need their end tag,
 * so that no tree is guessed. Runs in a single pass.
 */
import { type Token, Tokenizer, TokenizerMode } from 'parse5';
import { type Entities, withCharacters } from './entities.ts';
import { XML_LIMITS } from './limits.ts';
import { withoutDoctype } from './preamble.ts';
import { createTree, refuserOf, type Source } from './tree.ts';
import type { Vocabulary, XmlElement } from './xml.ts';

const VOID = new Set(
  'area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr'.split(
    ' ',
  ),
);
/** Elements that need no end tag, because nothing follows them. */
const ENDLESS = new Set(['html', 'body']);
const MODES: Readonly<Record<string, Tokenizer['state']>> = {
  script: TokenizerMode.SCRIPT_DATA,
  style: TokenizerMode.RAWTEXT,
  xmp: TokenizerMode.RAWTEXT,
  iframe: TokenizerMode.RAWTEXT,
  noembed: TokenizerMode.RAWTEXT,
  noframes: TokenizerMode.RAWTEXT,
  title: TokenizerMode.RCDATA,
  textarea: TokenizerMode.RCDATA,
};
/** Errors after which text would be lost as part of a tag. */
const LOST = new Set([
  'eof-before-tag-name',
  'eof-in-tag',
  'eof-in-comment',
  'eof-in-cdata',
  'eof-in-script-html-comment-like-text',
  'unexpected-character-in-attribute-name',
  'unexpected-character-in-unquoted-attribute-value',
  'unexpected-equals-sign-before-attribute-name',
]);

export function parseHtmlSyntax(source: Source, declared: Entities): { root: XmlElement; nodes: number } {
  const refuse = refuserOf(source);
  const here = () => ({ line: tokenizer.preprocessor.line, column: tokenizer.preprocessor.col });
  const tree = createTree(() => refuse('too_tangled', here()));
  const names: string[] = [];
  const refuseUnclosed = ({ name, line }: XmlElement) => refuse('not_closed', { line }, { element: name });

  const addText = ({ chars }: { chars: string }): void => {
    if (tree.top() === undefined && chars.trim() !== '') throw refuse('not_well_formed', here());
    tree.addText(chars);
  };
  const close = (): void => {
    tree.close();
    names.pop();
  };

  const tokenizer = new Tokenizer(
    { sourceCodeLocationInfo: false },
    {
      onStartTag(token) {
        if (token.attrs.length > XML_LIMITS.attributesMaxCount) throw refuse('too_tangled', here());
        const parent = tree.top();
        if (parent === undefined && tree.root() !== null) throw refuse('not_well_formed', here());
        const element = elementOf(token, parent, here().line);
        tree.open(element);
        names.push(token.tagName);
        const isHtml = element.vocabulary === 'html';
        if (token.selfClosing || (isHtml && VOID.has(element.name))) close();
        else if (isHtml && MODES[element.name] !== undefined) {
          tokenizer.lastStartTagName = token.tagName;
          tokenizer.state = MODES[element.name] as Tokenizer['state'];
        }
      },
      onEndTag(token) {
        // An end tag without a start tag loses nothing.
        if (!names.includes(token.tagName)) return;
        while (names.at(-1) !== token.tagName) {
          const top = tree.top();
          if (top !== undefined && !ENDLESS.has(top.name)) throw refuseUnclosed(top);
          close();
        }
        close();
      },
      onEof() {
        for (let top = tree.top(); top !== undefined; top = tree.top()) {
          if (!ENDLESS.has(top.name)) throw refuseUnclosed(top);
          close();
        }
      },
      onCharacter: addText,
      onWhitespaceCharacter: addText,
      onNullCharacter: () => undefined,
      onComment: () => undefined,
      onDoctype: () => undefined,
      onParseError({ code, startLine: line, startCol: column }) {
        if (LOST.has(code)) throw refuse('not_well_formed', { line, column });
      },
    },
  );
  // CDATA is text, as in XML.
  tokenizer.inForeignNode = true;
  tokenizer.write(withCharacters(withoutDoctype(source.text), declared), true);
  const root = tree.root();
  if (root === null) throw refuse('not_well_formed', { line: 1 });
  return { root, nodes: tree.nodes() };
}

const VOCABULARY_OF: Readonly<Record<string, Vocabulary>> = {
  svg: 'svg',
  m: 'math',
  mml: 'math',
  math: 'math',
  html: 'html',
  xhtml: 'html',
};
/** These elements of a drawing contain HTML. */
const HOLDERS = new Set(['foreignobject', 'foreignObject', 'desc', 'title']);
const KNOWN_PREFIX = /^(?:epub|xlink|xml):/;

function elementOf(token: Token.TagToken, parent: XmlElement | undefined, line: number): XmlElement {
  const [prefix = '', local] = token.tagName.includes(':') ? token.tagName.split(':', 2) : [];
  const name = local ?? token.tagName;
  const attributes = token.attrs.flatMap(({ name, value }) =>
    name.startsWith('xmlns') || (name.includes(':') && !KNOWN_PREFIX.test(name)) ? [] : [name, value],
  );
  const vocabulary = local === undefined ? vocabularyOf(name, parent) : (VOCABULARY_OF[prefix] ?? '');
  return { name, vocabulary, attributes, children: [], line };
}

function vocabularyOf(name: string, parent: XmlElement | undefined): Vocabulary {
  if (name === 'svg' || name === 'math') return name;
  const outer = parent?.vocabulary ?? 'html';
  return outer === '' || (outer === 'svg' && HOLDERS.has(parent?.name ?? '')) ? 'html' : outer;
}
