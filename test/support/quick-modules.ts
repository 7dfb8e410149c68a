/**
 * Loaded before the product, in test processes and their children: it halves the start time. Caches what Node resolves
 * again for each import, and finds heavy packages in few files (`quick-packages.ts`).
 */
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

const ROOT = new URL('../../', import.meta.url).href;
const MODULES = new URL('node_modules/', ROOT).href;
const options = new URL(import.meta.url).searchParams;
const folder = new URL(`${options.get('packages')}/`, ROOT);

/** Imports with their files. Empty when the packages have not been built. */
function readPackages(): [string, string][] {
  try {
    return Object.entries(JSON.parse(readFileSync(new URL('packages.json', folder), 'utf8')));
  } catch {
    return [];
  }
}

const packages = new Map(readPackages().map(([specifier, file]) => [specifier, new URL(file, folder).href]));
const names = new Set([...packages.keys()].map((specifier) => specifier.split('/', 1)[0]));

/** Each class of a package must exist only once. */
function packageFile(specifier: string, parent: string): string | undefined {
  const file = packages.get(specifier);
  if (file === undefined && names.has(specifier.split('/', 1)[0] ?? '') && !parent.includes('/node_modules/'))
    throw new Error(`test/support/quick-packages.ts must list ${specifier}, which ${parent} imports`);
  return file;
}

/** File of an own import. A copy of the product has its own files. Node would parse package.json for each `#…`. */
function ownFile(specifier: string, parent: string): string | undefined {
  if (!specifier.endsWith('.ts') || !parent.startsWith(ROOT) || parent.startsWith(MODULES)) return;
  if (specifier.startsWith('#')) return new URL(specifier.slice(1), ROOT).href;
  if (specifier.startsWith('.')) return new URL(specifier, parent).href;
}

const SERIALIZERS = '@fastify/fast-json-stringify-compiler';
const quickSerializers = options.has('lazy') ? new URL('quick-serializers.ts', import.meta.url).href : null;
/** Notifies tap of errors in a process that runs many tests. */
const uncaught = options.has('lane') ? new URL('uncaught.ts', import.meta.url).href : null;

registerHooks({
  resolve(specifier, { parentURL = '', ...context }, next) {
    if (
      specifier === SERIALIZERS &&
      quickSerializers &&
      parentURL.endsWith('/fastify/lib/schema-controller.js')
    )
      return { url: quickSerializers, format: 'module-typescript', shortCircuit: true };
    if (!context.conditions.includes('import')) return next(specifier);
    if (specifier === 'async-hook-domain' && uncaught)
      return { url: uncaught, format: 'module-typescript', shortCircuit: true };
    const made = packageFile(specifier, parentURL);
    if (made !== undefined) return { url: made, format: 'module', shortCircuit: true };
    const own = ownFile(specifier, parentURL);
    if (own !== undefined) return { url: own, format: 'module-typescript', shortCircuit: true };
    return next(specifier);
  },
});
