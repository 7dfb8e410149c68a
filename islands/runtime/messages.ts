/** Picks an island's texts, and compiles them for the browser, which has no ICU parser. Runs on the server only. */
import compile from 'icu-minify/compile';
import { messages } from '../../locales/messages.ts';
import type { Locale } from '../../server/lib/locale.ts';
import { type IslandName, islands } from '../registry.ts';

type Tree = { [key: string]: string | Tree };

const compiledOf = new Map<string, string>();

/** `['header', 'errors.communication']` out of all texts. A path that does not exist is a mistake in the registry. */
export function pickMessages(all: Tree, paths: readonly string[]): Tree {
  const picked: Tree = {};
  for (const path of paths) {
    const steps = path.split('.');
    const last = steps.pop() ?? '';
    let from = all;
    let to = picked;
    for (const step of steps) {
      from = branch(from, step, path);
      to[step] ??= {};
      to = branch(to, step, path);
    }
    const value = from[last];
    if (value === undefined) throw new Error(`No message "${path}"`);
    to[last] = value;
  }
  return picked;
}

function branch(tree: Tree, step: string, path: string): Tree {
  const next = tree[step];
  if (typeof next !== 'object') throw new Error(`No message "${path}"`);
  return next;
}

const compileAll = (tree: Tree): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(tree).map(([key, value]) => [
      key,
      typeof value === 'string' ? compile(value) : compileAll(value),
    ]),
  );

/** JSON of an island's compiled texts. Kept: it depends on nothing but the build. */
export function islandMessages(name: IslandName, locale: Locale): string {
  // An island that is not listed keeps its HTML; the browser reports it (OPS-15).
  if (!Object.hasOwn(islands, name)) return '{}';
  const key = `${locale} ${name}`;
  let json = compiledOf.get(key);
  if (json === undefined) {
    json = JSON.stringify(compileAll(pickMessages(messages[locale], islands[name].messages)));
    compiledOf.set(key, json);
  }
  return json;
}
