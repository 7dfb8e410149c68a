import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import compile from 'icu-minify/compile';
import t from 'tap';
import { matching } from '../../islands/build/said/index.ts';
import { speechOf } from '../../islands/build/said/keys.ts';
import de from '../../locales/de.json' with { type: 'json' };
import en from '../../locales/en.json' with { type: 'json' };

const ROOT = join(import.meta.dirname, '../..');

function flatten(tree: object, prefix = ''): Map<string, string> {
  const flat = new Map<string, string>();
  for (const [key, value] of Object.entries(tree)) {
    const path = prefix === '' ? key : `${prefix}.${key}`;
    if (typeof value === 'string') flat.set(path, value);
    else for (const [below, text] of flatten(value, path)) flat.set(below, text);
  }
  return flat;
}

const texts = { en: flatten(en), de: flatten(de) };

/** Arguments and tags of a compiled message. Nodes are `[name]`, `[name, type, branches]` or `[tag, ...children]`. */
function namesIn(compiled: unknown): unknown[] {
  if (!Array.isArray(compiled)) return [];
  return compiled.filter(Array.isArray).flatMap(([name, type, ...rest]) => {
    const isArgument = typeof type === 'number' && type > 0;
    const below = isArgument ? Object.values(rest[0] ?? {}).flatMap(namesIn) : namesIn([type, ...rest]);
    return [name, ...below];
  });
}

const argumentsOf = (message: string): unknown[] => [...new Set(namesIn(compile(message)))].sort();

t.test('I18-22 both languages have the same keys', async (t) => {
  t.same([...texts.de.keys()].sort(), [...texts.en.keys()].sort());
});

t.test('arguments are found in branches and tags too', async (t) => {
  t.same(argumentsOf('{a, plural, one {# {b}} other {<c>{d}</c>}} {e, number}'), ['a', 'b', 'c', 'd', 'e']);
  t.same(argumentsOf('none'), []);
});

t.test('I18-22 both languages take the same arguments, and every text is well-formed', async (t) => {
  for (const [key, text] of texts.en) {
    const german = texts.de.get(key);
    if (german !== undefined) t.same(argumentsOf(german), argumentsOf(text), key);
  }
});

t.test('no text is empty or padded', async (t) => {
  for (const [locale, all] of Object.entries(texts)) {
    for (const [key, text] of all) t.ok(text !== '' && text === text.trim(), `${locale} ${key}`);
  }
});

t.test(
  'the files are sorted and printed with one key a line, so that work side by side merges',
  async (t) => {
    const sort = (value: unknown): unknown =>
      typeof value !== 'object' || value === null
        ? value
        : Object.fromEntries(
            Object.entries(value)
              .sort(([a], [b]) => (a < b ? -1 : 1))
              .map(([key, below]) => [key, sort(below)]),
          );
    for (const locale of ['en', 'de']) {
      const text = await readFile(join(ROOT, `locales/${locale}.json`), 'utf8');
      t.ok(text === `${JSON.stringify(sort(JSON.parse(text)), null, 2)}\n`, `${locale}.json is sorted`);
    }
  },
);

/** Namespaces whose keys are looked up by a server code. The code must occur in the sources. */
const BY_CODE = new Set(['codes', 'actions', 'fields', 'notices', 'problems', 'missing', 'states']);

/** Functions that speak for a namespace, so that their callers need not name it. */
const SPEAKERS: Record<string, string> = { mails: 'mailTexts' };

const isSpokenIn = (source: string, namespace: string): boolean =>
  source.includes(namespace) || source.includes(SPEAKERS[namespace] ?? namespace);

/** Texts that calls and tables name. The computed part of a key must be a word of the sources. */
function saidIn(sources: ReadonlyMap<string, string>, words: { has(word: string): boolean }): Set<string> {
  const speaking = [...sources].filter(([, source]) => /\b(?:useTranslations|translator)\(/.test(source));
  const steps = new Set(
    speaking.flatMap(([path, source]) => speechOf(path, source).said.map((each) => each.steps)),
  );
  return new Set(
    [...steps].flatMap((each) =>
      [...texts.en.keys()].filter((key) => matching(each)(key)?.every((word) => words.has(word))),
    ),
  );
}

t.test('no text is left over', async (t) => {
  const sources = new Map<string, string>();
  for (const folder of ['server', 'pages', 'islands', 'workers', 'locales', 'db']) {
    for (const file of await readdir(join(ROOT, folder), { recursive: true, withFileTypes: true })) {
      const path = join(file.parentPath, file.name);
      if (file.isFile() && /\.tsx?$/.test(file.name)) sources.set(path, await readFile(path, 'utf8'));
    }
  }
  const withWord = new Map<string, string[]>();
  for (const source of sources.values())
    for (const word of new Set(source.match(/\w+/g))) {
      const found = withWord.get(word) ?? [];
      found.push(source);
      withWord.set(word, found);
    }
  const said = saidIn(sources, withWord);
  const unused = [...texts.en.keys()].filter((path) => {
    if (said.has(path)) return false;
    const [namespace = '', ...rest] = path.split('.');
    const key = rest.join('.');
    const leaf = rest.at(-1) ?? '';
    // Fields with one text per language end with the language code.
    const stem = leaf.replace(/_(?:en|de)$/, '_');
    const field = stem === leaf ? leaf : String.raw`${stem}\$\{locale\}`;
    const word = new RegExp(`(['"\`.])${key.replaceAll('.', '\\.')}\\1|\\b(?:${leaf}\\b|${field})`);
    const isByCode = [namespace, ...rest.slice(0, -1)].some((part) => BY_CODE.has(part));
    const near = [leaf, stem].flatMap((each) => withWord.get(/\w+/.exec(each)?.[0] ?? '') ?? []);
    return !near.some((source) => (isByCode || isSpokenIn(source, namespace)) && word.test(source));
  });
  t.same(unused, []);
});

t.test('I18-18 I18-19 every text groups digits as the interface does', async (t) => {
  const wrong = Object.values(texts).flatMap((all) =>
    [...all].filter(([, text]) => /\d[. ’']\d{3}(?!\d)|\d{5}/.test(text)),
  );
  t.same(wrong, []);
});
