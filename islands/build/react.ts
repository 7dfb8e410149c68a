/**
 * React comes as CommonJS, which the bundler wraps: every file that says `useState` then carries a call for the wrapping and an
 * import of the bundler's own part, one request more for each island. As modules its parts are bound directly.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const FILES: Record<string, string> = {
  react: 'react/cjs/react.production.js',
  'react/jsx-runtime': 'react/cjs/react-jsx-runtime.production.js',
  'react-dom': 'react-dom/cjs/react-dom.production.js',
  'react-dom/client': 'react-dom/cjs/react-dom-client.production.js',
  scheduler: 'scheduler/cjs/scheduler.production.js',
};

export function reactAsModules(root: string): Plugin {
  const known = new Map(
    Object.entries(FILES).map(([name, file]) => [name, join(root, 'node_modules', file)]),
  );
  const ids = new Set(known.values());
  return {
    name: 'tsuzuki:react-as-modules',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    resolveId: (source) => known.get(source) ?? null,
    load: async (id) => (ids.has(id) ? asModule(await readFile(id, 'utf8')) : null),
  };
}

/** What it requires becomes imports, what it sets on `exports` is exported. */
export function asModule(code: string): string {
  const required = new Map<string, string>();
  const body = code.replaceAll(/\brequire\("([\w/-]+)"\)/g, (_, name: string) => {
    const local = required.get(name) ?? `required${required.size}`;
    required.set(name, local);
    return local;
  });
  const exported = new Set([...code.matchAll(/^\s*exports\.(\w+) =/gm)].map(([, name = '']) => name));
  return [
    ...[...required].map(([name, local]) => `import ${local} from '${name}';`),
    'const exports = {};',
    body,
    'export default exports;',
    ...[...exported].map((name) => `const exported_${name} = exports.${name};`),
    `export { ${[...exported].map((name) => `exported_${name} as ${name}`).join(', ')} };`,
  ].join('\n');
}
