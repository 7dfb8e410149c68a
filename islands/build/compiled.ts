/** Picks texts of a language and compiles them, since the browser has no ICU parser. For the build. */
import compile from 'icu-minify/compile';

export type Tree = { [key: string]: string | Tree };

/** `['header', 'errors.communication']` out of all texts. A missing path is a text that a language lacks. */
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

export const compiledTexts = (all: Tree, paths: readonly string[]): string =>
  JSON.stringify(compileAll(pickMessages(all, paths)));
