/**
 * `import.meta.later(path)` is an `import(path)` that Vite leaves alone. Vite wraps other imports in a function that
 * waits for styles. This function is in React's file, which scripts without React must not load.
 */
import { dirname, resolve } from 'node:path';
import type { Plugin } from 'vite';

const LATER = /import\.meta\s*\.later\('([^']+)'\)/g;

export const plainImports = (): Plugin => ({
  name: 'tsuzuki:plain-imports',
  enforce: 'pre',
  applyToEnvironment: (environment) => environment.name === 'client',
  transform: {
    filter: { code: /import\.meta\s*\.later\(/ },
    handler(code, id) {
      const isBuild = this.environment.mode === 'build';
      const plain = (_all: string, path: string): string => {
        if (!isBuild) return `import('${path}')`;
        const file = this.emitFile({ type: 'chunk', id: resolve(dirname(id), path) });
        return `import(import.meta.ROLLUP_FILE_URL_${file})`;
      };
      return { code: code.replaceAll(LATER, plain), map: null };
    },
  },
  // Vite itself would treat the file as an image.
  resolveFileUrl: ({ fileName }) => (fileName.endsWith('.js') ? `"/${fileName}"` : null),
});
