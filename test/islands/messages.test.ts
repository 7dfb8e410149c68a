/** An island gets only the texts that texts.ts lists for it. Every text used by it or its parts must be listed. */
import { readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import t from 'tap';
import { islands } from '../../islands/registry.ts';
import { texts as textsOf } from '../../islands/texts.ts';
import en from '../../locales/en.json' with { type: 'json' };

const ROOT = join(import.meta.dirname, '../..');
const FOLDER = join(ROOT, 'islands');

const texts = new Set(namesIn(en));
const sources = new Map<string, Promise<string>>();

function namesIn(tree: object, prefix = ''): string[] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [prefix + key] : namesIn(value, `${prefix}${key}.`),
  );
}

function sourceOf(path: string): Promise<string> {
  const known = sources.get(path) ?? readFile(path, 'utf8');
  sources.set(path, known);
  return known;
}

/** The module and all its imports, static and dynamic. Type imports do not count. */
async function modulesOf(path: string, found = new Set<string>()): Promise<Set<string>> {
  if (found.has(path)) return found;
  found.add(path);
  const source = await sourceOf(path);
  const imports = source.matchAll(
    /(?:^(?:import|export)\s(?!type\s)[^;]*?from\s|import\()'([.#][^']+\.tsx?)'/gms,
  );
  for (const [, to = ''] of imports) {
    const next = to.startsWith('#') ? join(ROOT, to.slice(1)) : join(dirname(path), to);
    if (!relative(ROOT, next).startsWith('locales')) await modulesOf(next, found);
  }
  return found;
}

function argumentsFrom(source: string, start: number): string {
  let depth = 0;
  for (let at = start; at < source.length; at += 1) {
    if (source[at] === '(') depth += 1;
    if (source[at] === ')') depth -= 1;
    if (depth === 0) return source.slice(start + 1, at);
  }
  return '';
}

/** Texts used by `t('key')`, `t(a ? 'one' : 'other')`, `t(`of.${kind}`)` and comments on computed keys. */
function saidBy(source: string): string[] {
  const said = [...source.matchAll(/\/\/ keys: (.+)/g)].flatMap(([, names = '']) =>
    names.trim().split(/\s+/),
  );
  const bound = [...source.matchAll(/(\w+) = useTranslations\('([\w.]+)'\)/g)];
  for (const [index, [, name = '', namespace = '']] of bound.entries()) {
    const start = bound[index]?.index ?? 0;
    // The next component of the module may bind this name to another namespace.
    const end = bound.slice(index + 1).find(([, other]) => other === name)?.index ?? source.length;
    const calls = source.slice(start, end).matchAll(new RegExp(`(?<![\\w.])${name}(?:\\.rich)?\\(`, 'g'));
    for (const call of calls) {
      const words = argumentsFrom(source, start + call.index + call[0].length - 1);
      for (const [, key = ''] of words.matchAll(/'([\w.]+)'/g)) said.push(`${namespace}.${key}`);
      for (const [, part = ''] of words.matchAll(/`([\w.]+\.)\$\{/g))
        said.push(...[...texts].filter((text) => text.startsWith(`${namespace}.${part}`)));
    }
  }
  return said.filter((text) => texts.has(text));
}

t.test('what modules say is found', async (t) => {
  const source = `
    const t = useTranslations('console');
    t('keep'); t(open ? 'view' : 'publish', { a: f('deleting') }); t(\`states.\${status}\`);
    const t = useTranslations('release');
    t.rich('ask'); // keys: codes.not_found
    const told = at('view');`;
  t.same(
    saidBy(source)
      .filter((text) => !text.startsWith('console.states.'))
      .sort(),
    ['codes.not_found', 'console.deleting', 'console.keep', 'console.publish', 'console.view', 'release.ask'],
  );
  t.ok(saidBy(source).includes('console.states.published'));
});

for (const [name, { load }] of Object.entries(islands)) {
  t.test(`I18-22 ${name} takes along all that it says`, async (t) => {
    const [, path = ''] = /import\(['"](.+?)['"]\)/.exec(load.toString()) ?? [];
    const listed = textsOf[name as keyof typeof textsOf];
    const isListed = (text: string) => listed.some((each) => text === each || text.startsWith(`${each}.`));
    const missing = new Set<string>();
    const modules = await modulesOf(join(FOLDER, path));
    for (const module of modules)
      for (const text of saidBy(await sourceOf(module)))
        if (!isListed(text)) missing.add(`${text} (${relative(ROOT, module)})`);
    t.same([...missing].sort(), []);
    const idle = listed.filter(
      (each) => ![...texts].some((text) => text === each || text.startsWith(`${each}.`)),
    );
    t.same(idle, [], 'every text that is listed exists');
  });
}
