/** Parses a Markdown text into the parts of a page. HTML stays text. Errors name the file and the place. */
import markdownIt from 'markdown-it';
import { Compile } from 'typebox/compile';
import { parse as parseYaml } from 'yaml';
import { localizedPath } from '../../locales/index.ts';
import { PAGE_PATHS } from '../../pages/addresses.ts';
import { isDay } from '../lib/days.ts';
import type { Locale } from '../lib/locale.ts';
import { factsIn } from './figures.ts';
import { type Content, frontMatterSchema, type Section } from './schema.ts';

export class ContentError extends Error {}

const WORDS_A_MINUTE = 200;
const FRONT_MATTER = /^---\n([\s\S]*?)\n---\n/;
/** `## Coins {#coins}`: the same id in every language, so that a change of language keeps the position. */
const HEADING_ID = /\s*\{#([a-z0-9-]+)\}$/;

const markdown = markdownIt({ html: false, linkify: false, typographer: false });
const checkFrontMatter = Compile(frontMatterSchema);

type Token = ReturnType<typeof markdown.parse>[number];
type Source = { name: string; locale: Locale; text: string };

export function parseContent(source: Source): Content {
  const { name, locale } = source;
  const fail = (what: string): never => {
    throw new ContentError(`locales/content/${locale}/${name}.md: ${what}`);
  };
  const text = fillIn(source.text, locale, fail);
  const [head, yaml = ''] = FRONT_MATTER.exec(text) ?? [];
  if (head === undefined) return fail('begins without front matter');
  const { tags = [], heading, ...facts } = readFrontMatter(yaml, fail);
  const tokens = markdown.parse(text.slice(head.length), {});
  nameHeadings(tokens, fail);
  const links = leadLinks(tokens, locale, fail);
  const html = render(tokens);
  const [intro = [], ...sections] = splitAt(tokens, 'h2');
  return {
    ...facts,
    heading: heading ?? facts.title,
    name,
    locale,
    tags,
    html,
    intro: render(intro),
    sections: sections.map(sectionOf),
    minutes: Math.max(1, Math.round(textOf(tokens).split(/\s+/).length / WORDS_A_MINUTE)),
    links,
  };
}

type Fail = (what: string) => never;

/** Placeholders contain only word characters, so the id of a heading never matches. */
function fillIn(text: string, locale: Locale, fail: Fail): string {
  const facts = factsIn(locale);
  return text.replaceAll(/\{(\w+)\}/g, (_whole, name: string) =>
    Object.hasOwn(facts, name) ? String(facts[name]) : fail(`no fact is called {${name}}`),
  );
}

function readFrontMatter(yaml: string, fail: Fail) {
  const value = yamlOf(yaml, fail);
  if (!checkFrontMatter.Check(value)) {
    const [problem] = checkFrontMatter.Errors(value);
    const { requiredProperties, additionalProperties } = (problem?.params ?? {}) as Record<string, string[]>;
    const field =
      [...(requiredProperties ?? []), ...(additionalProperties ?? [])].join(', ') ||
      (problem?.instancePath ?? '').slice(1);
    return fail(`${field || 'front matter'}: ${problem?.message ?? 'is invalid'}`);
  }
  for (const field of ['changed', 'published'] as const) {
    const day = value[field];
    if (day !== undefined && !isDay(day)) fail(`${field}: the calendar has no ${day}`);
  }
  return value;
}

function yamlOf(yaml: string, fail: Fail): unknown {
  try {
    return parseYaml(yaml);
  } catch (error) {
    return fail(`front matter: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function nameHeadings(tokens: readonly Token[], fail: Fail): void {
  const ids = new Set<string>();
  for (const [index, token] of tokens.entries()) {
    if (token.type !== 'heading_open') continue;
    const inline = tokens[index + 1];
    const last = inline?.children?.at(-1);
    const id = HEADING_ID.exec(last?.content ?? '')?.[1];
    const words = inline?.content ?? '';
    if (token.tag !== 'h2' && token.tag !== 'h3') fail(`“${words}”: a heading has two or three #`);
    if (last === undefined || id === undefined)
      throw fail(`“${words}”: a heading ends with its id, {#like-so}`);
    if (ids.has(id)) fail(`“${words}”: the id ${id} is taken`);
    ids.add(id);
    last.content = last.content.replace(HEADING_ID, '');
    token.attrSet('id', id);
  }
}

const PAGES = PAGE_PATHS.map((path) => new RegExp(`^${path.replaceAll(/@\w+/g, '[^/]+')}$`));

/** Adds the language prefix to links of this site and checks their targets. Returns them without prefix. */
function leadLinks(tokens: readonly Token[], locale: Locale, fail: Fail): string[] {
  const ids = new Set(tokens.map((token) => token.attrGet('id')));
  const found: string[] = [];
  for (const link of tokens.flatMap(({ children }) => children ?? [])) {
    if (link.type !== 'link_open') continue;
    const href = String(link.attrGet('href') ?? '');
    if (href.startsWith('#')) {
      if (!ids.has(href.slice(1))) fail(`no heading has the id of the link ${href}`);
    } else if (href.startsWith('/')) {
      const path = href.replace(/[?#].*$/, '');
      if (!PAGES.some((page) => page.test(path))) fail(`no page is at ${path}`);
      link.attrSet('href', localizedPath(locale, href));
      found.push(href);
    } else if (!/^(https:\/\/|mailto:)/.test(href)) {
      fail(`the link ${href} is neither of this site nor https`);
    }
  }
  return found;
}

/** The tokens before the first heading of the level, then each heading with its content. */
function splitAt(tokens: readonly Token[], tag: 'h2' | 'h3'): Token[][] {
  const pieces: Token[][] = [[]];
  for (const token of tokens) {
    if (token.type === 'heading_open' && token.tag === tag) pieces.push([]);
    pieces.at(-1)?.push(token);
  }
  return pieces;
}

const HEADING_TOKENS = 3;

function sectionOf(tokens: readonly Token[]): Section {
  const [open, words] = tokens;
  const rest = tokens.slice(HEADING_TOKENS);
  const end =
    rest[0]?.type === 'blockquote_open' ? rest.findIndex(({ type }) => type === 'blockquote_close') : -1;
  const body = rest.slice(end + 1);
  const [intro = [], ...parts] = splitAt(body, 'h3');
  return {
    id: String(open?.attrGet('id')),
    heading: textOf([words]),
    summary: end < 0 ? null : renderInline(rest.slice(0, end)),
    html: render(body),
    intro: render(intro),
    parts: parts.map(([partOpen, partWords, _close, ...inner]) => ({
      id: String(partOpen?.attrGet('id')),
      heading: textOf([partWords]),
      html: render(inner),
      text: textOf(inner),
    })),
  };
}

const render = (tokens: Token[]): string => markdown.renderer.render(tokens, markdown.options, {}).trim();

const renderInline = (tokens: readonly Token[]): string =>
  tokens
    .flatMap(({ children }) =>
      children ? [markdown.renderer.renderInline(children, markdown.options, {})] : [],
    )
    .join(' ');

const textOf = (tokens: readonly (Token | undefined)[]): string =>
  tokens.flatMap((token) => (token?.children ? [wordsOf(token.children)] : [])).join(' ');

const wordsOf = (inline: readonly Token[]): string =>
  inline.map(({ type, content }) => (type === 'softbreak' || type === 'hardbreak' ? ' ' : content)).join('');
