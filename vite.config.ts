/** Builds pages for the server and islands for the browser, and provides the development middleware. */
import { existsSync, readFileSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import vike from 'vike/plugin';
import { defineConfig, type Plugin, type Rolldown } from 'vite';
import { ownCopies } from './islands/build/copies.ts';
import { plainImports } from './islands/build/later.ts';
import { classNames, schemeNames } from './islands/build/names.ts';
import { packedScripts } from './islands/build/scripts.ts';
import { islandTexts, textEntries } from './islands/build/texts.ts';
import { serviceWorker } from './islands/build/worker.ts';
import { type PlainIslandName, plainIslands, plainSource } from './islands/runtime/plain.ts';

const ROOT = import.meta.dirname;
const brotli = promisify(brotliCompress);
const gz = promisify(gzip);

/**
 * Public pages share one style file, which browsers fetch once (server/rendering/styles.ts). The frame of other pages
 * adds a second file, and each folder has its own.
 */
function styleFile(id: string, graph: Graph): string | undefined {
  const path = /\/((?:pages|islands)\/[^?]*)\.css$/.exec(id)?.[1];
  if (path === undefined) return undefined;
  if (path === 'pages/fonts/faces') return 'faces';
  if (isOnPublicPages(id, graph)) return 'public';
  if (/^pages\/(ui|layout)\//.test(path)) return 'desk';
  return path.startsWith('islands/')
    ? undefined
    : path.replace(/\/[^/]*$/, '').replaceAll(/[^a-z0-9]+/gi, '-');
}

/** Parts of the frame that public pages never show, although they share its code. */
const NEVER_PUBLIC = /\/pages\/layout\/(?:ConsoleShell|PreviewBar)\.tsx/;

/** True when a public page, an error page or the frame imports the module, even indirectly. */
function isOnPublicPages(id: string, graph: Graph, seen = new Set<string>()): boolean {
  if (seen.has(id) || NEVER_PUBLIC.test(id)) return false;
  seen.add(id);
  if (/\/pages\/\+onRenderHtml\.tsx/.test(id)) return true;
  const folder = /^(.*\/pages\/.*)\/\+Page\.tsx/.exec(id)?.[1];
  if (folder !== undefined) return folder.endsWith('/_error') || saysPublic(`${folder}/+config.ts`);
  const importers = graph.getModuleInfo(id)?.importers ?? [];
  return importers.some((importer) => isOnPublicPages(importer, graph, seen));
}

const saysPublic = (config: string): boolean =>
  existsSync(config) && /\bpublic: (?!false)/.test(readFileSync(config, 'utf8'));

type Graph = { getModuleInfo(id: string): { importers: readonly string[] } | null };

/** The server links an island's styles with its page. Only chunks that an island loads later bring their own. */
function noStylesInBrowser(): Plugin {
  return {
    name: 'tsuzuki:no-styles-in-browser',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    generateBundle: {
      order: 'pre',
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const entries = withImports(
          chunks,
          chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName),
        );
        const islands = chunks.filter(({ fileName }) => entries.has(fileName));
        const linked = withImports(chunks, [...entries, ...islands.flatMap((each) => each.dynamicImports)]);
        const brought = new Set<string>();
        for (const { fileName, viteMetadata } of chunks) {
          if (linked.has(fileName)) viteMetadata?.importedCss.clear();
          else for (const style of viteMetadata?.importedCss ?? []) brought.add(style);
        }
        for (const name of Object.keys(bundle)) {
          if (name.endsWith('.css') && !brought.has(name)) delete bundle[name];
        }
      },
    },
  };
}

function withImports(chunks: readonly Rolldown.OutputChunk[], files: readonly string[]): Set<string> {
  const found = new Set(files);
  // The loop also visits files added meanwhile.
  for (const file of found) {
    for (const name of chunks.find(({ fileName }) => fileName === file)?.imports ?? []) found.add(name);
  }
  return found;
}

/** Writes .br and .gz beside each compressible asset, so that no request compresses it again. */
function precompress(): Plugin {
  return {
    name: 'tsuzuki:precompress',
    apply: 'build',
    buildApp: {
      order: 'post',
      async handler(builder) {
        const folder = builder.environments.client?.config.build.outDir ?? 'dist/client';
        const root = builder.config.root;
        const files = await readdir(join(root, folder), { recursive: true, withFileTypes: true });
        for (const file of files) {
          if (!file.isFile() || !/\.(js|css|svg|json|webmanifest|txt)$/.test(file.name)) continue;
          const path = join(file.parentPath, file.name);
          const bytes = await readFile(path);
          if (bytes.length < 200) continue;
          const params = {
            [constants.BROTLI_PARAM_QUALITY]: 11,
            [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
          };
          await writeFile(`${path}.br`, await brotli(bytes, { params }));
          await writeFile(`${path}.gz`, await gz(bytes, { level: 9 }));
        }
      },
    },
  };
}

const plainEntries = Object.fromEntries(
  Object.keys(plainIslands).map((name) => [name, plainSource(name as PlainIslandName)]),
);

export default defineConfig({
  plugins: [
    react(),
    vike(),
    islandTexts(ROOT),
    plainImports(),
    ownCopies(ROOT),
    packedScripts(ROOT),
    noStylesInBrowser(),
    serviceWorker(ROOT),
    schemeNames(),
    precompress(),
  ],
  publicDir: 'pages/public',
  css: { modules: { generateScopedName: classNames(ROOT) } },
  build: {
    target: 'es2022',
    // The strict policy allows no `data:` fonts or scripts. A cached file also beats a copy in every style sheet.
    assetsInlineLimit: 0,
    modulePreload: false,
  },
  environments: {
    client: {
      build: {
        rollupOptions: {
          // The loader imports `hydrate` by its address.
          preserveEntrySignatures: 'allow-extension',
          input: {
            theme: 'islands/runtime/theme.ts',
            looks: 'islands/reading/typography/typography.ts',
            boot: 'islands/runtime/boot.ts',
            hydrate: 'islands/runtime/hydrate.tsx',
            ...plainEntries,
            ...textEntries(),
          },
        },
      },
    },
    ssr: {
      build: {
        // The registry is lazy for the browser only. On the server, pages import islands directly.
        rolldownOptions: {
          checks: { ineffectiveDynamicImport: false },
          output: { manualChunks: styleFile },
        },
      },
    },
  },
  optimizeDeps: {
    // The texts of islands are made by a plugin, which the search for dependencies cannot ask.
    exclude: ['icu-minify', 'islands/texts'],
    include: ['react', 'react-dom/client', 'react/jsx-dev-runtime'],
    entries: ['islands/**/*.{ts,tsx}', '!islands/build/**'],
  },
});
