/**
 * The texts of each island, taken from its source and all that it imports. A key that does not exist, or that cannot be
 * told from the source, fails the build.
 */
import { readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fieldsByCall } from './calls.ts';
import { type Speech, speechOf } from './keys.ts';
import { nameOf, nodeAt, nodes, read } from './syntax.ts';

export type Texts = { [key: string]: string | Texts };

export const leavesOf = (tree: Texts, prefix = ''): string[] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [prefix + key] : leavesOf(value, `${prefix}${key}.`),
  );

type Module = Speech & { path: string; source: string };

export type IslandTexts = {
  /** Names of all islands, and the module of each. */
  islands(): Promise<ReadonlyMap<string, string>>;
  /** Keys of all texts that an island says, sorted. */
  keysOf(island: string): Promise<readonly string[]>;
  /** The file has changed. */
  forget(path: string): void;
};

export function islandTextsOf(root: string): IslandTexts {
  const modules = new Map<string, Promise<Module>>();
  const registry = join(root, 'islands/registry.ts');
  const english = join(root, 'locales/en.json');
  let calls: ReturnType<typeof fieldsByCall> | undefined;

  function moduleAt(path: string): Promise<Module> {
    const known = modules.get(path) ?? readModule(root, path);
    modules.set(path, known);
    return known;
  }

  async function reachedFrom(path: string): Promise<Map<string, Module>> {
    const found = new Map<string, Module>();
    const visit = async (at: string): Promise<void> => {
      if (found.has(at)) return;
      const module = await moduleAt(at);
      found.set(at, module);
      for (const each of module.imports) {
        const next = pathOf(root, at, each);
        if (next !== null) await visit(next);
      }
    };
    await visit(path);
    return found;
  }

  async function islands(): Promise<ReadonlyMap<string, string>> {
    return islandsIn(registry, await readFile(registry, 'utf8'));
  }

  async function moduleOf(island: string): Promise<Map<string, Module>> {
    const path = (await islands()).get(island);
    if (path === undefined) throw new Error(`no island is called "${island}"`);
    return reachedFrom(path);
  }

  return {
    islands,
    async keysOf(island) {
      const reached = await moduleOf(island);
      const all = new Set(leavesOf(JSON.parse(await readFile(english, 'utf8'))));
      const keys = new Set(
        [...reached.values()].flatMap((module) => keysSaid(root, module, { reached, all })),
      );
      if ([...reached.values()].some(({ namesFields }) => namesFields)) {
        calls ??= fieldsByCall(root);
        const known = await calls;
        const own = [...reached.values()].filter(({ path }) => path.startsWith(join(root, 'islands/')));
        const fields = own.flatMap((module) => module.calls.flatMap((call) => known.get(call) ?? []));
        for (const each of fields) if (all.has(`fields.${each}`)) keys.add(`fields.${each}`);
      }
      return [...keys].sort();
    },
    forget: (path) => void modules.delete(path),
  };
}

async function readModule(root: string, path: string): Promise<Module> {
  const source = await readFile(path, 'utf8');
  return { ...speechOf(relative(root, path), source), path, source };
}

/** Null for packages and for `locales/`, which use none of our texts. */
function pathOf(root: string, from: string, to: string): string | null {
  if (!/^[.#].*\.tsx?$/.test(to)) return null;
  const path = to.startsWith('#') ? join(root, to.slice(1)) : join(dirname(from), to);
  return path.startsWith(join(root, 'locales/')) ? null : path;
}

/** The words of a key that `steps` leave open. Null for another key. */
export function matching(steps: string): (key: string) => readonly string[] | null {
  if (!steps.includes('*')) return (key) => (key === steps ? [] : null);
  const open = steps
    .replaceAll('.', '\\.')
    .replace(/\*\*|\*/g, (stars) => (stars === '*' ? '(\\w+)' : '(.+)'));
  const whole = new RegExp(`^${open}$`);
  return (key) => whole.exec(key)?.slice(1) ?? null;
}

function keysSaid(
  root: string,
  module: Module,
  { reached, all }: { reached: ReadonlyMap<string, Module>; all: ReadonlySet<string> },
): string[] {
  const [problem] = module.problems;
  if (problem !== undefined) throw wrong(root, module, problem.at, problem.what);
  for (const { from, name, at } of module.needs) {
    const table = reached.get(pathOf(root, module.path, from) ?? '')?.tables.has(name);
    if (!table) throw wrong(root, module, at, `"${name}" of ${from} is no table of MessageKey`);
  }
  return module.said.flatMap(({ steps, at }) => {
    if (all.has(steps)) return [steps];
    const words = matching(steps);
    const named = [...all].filter((key) => words(key) !== null);
    if (named.length === 0) throw wrong(root, module, at, `no text is called "${steps}"`);
    return named;
  });
}

const wrong = (root: string, { path, source }: Module, at: number, what: string): Error =>
  new Error(`${relative(root, path)}:${source.slice(0, at).split('\n').length}: ${what}`);

/** `Name: { load: () => import('./Name.tsx') }`. */
function islandsIn(path: string, source: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  read(path, source).visit((node) => {
    if (node.type !== 'Property') return;
    const load = nodes(nodeAt(node, 'value')?.properties)[0];
    const file = nodeAt(load, 'value', 'body', 'source')?.value;
    if (typeof file === 'string') found.set(nameOf(nodeAt(node, 'key')) ?? '', join(dirname(path), file));
  });
  return found;
}
