/**
 * Gives standalone scripts their own copies of shared modules, under separate names. A chapter's script shares modules
 * with the stage, which loads later or never on a novel's page. `interstitials.ts` copies its rules, so that no other
 * script imports the stage for them. The script that sets typography before first paint is classic and imports nothing.
 */
import { dirname, join, resolve } from 'node:path';
import type { Plugin } from 'vite';

/** Where each set of copies begins, by its query mark. */
const ALONE = {
  '?prose': 'islands/reading/prose/',
  '?slots': 'islands/income/interstitials.ts',
  '?looks': 'islands/reading/typography/typography.ts',
};

export function ownCopies(root: string): Plugin {
  return {
    name: 'tsuzuki:own-copies',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    resolveId(source, importer) {
      if (!importer || !source.startsWith('.') || source.includes('?')) return null;
      const path = resolve(dirname(importer), source);
      for (const [mark, from] of Object.entries(ALONE)) {
        const start = join(root, from);
        if (importer.endsWith(mark) || importer.startsWith(start))
          return path.startsWith(start) ? null : path + mark;
      }
      return null;
    },
  };
}
