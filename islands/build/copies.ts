/**
 * Scripts that stand alone: what they share with others is in them a second time, under names of its own. A chapter's script shares with
 * the stage's, which comes later or never on a novel's page; others ask the stage for nothing, so it asks rules with copies; what sets the text before the first paint is classic and imports nothing.
 */
import { dirname, join, resolve } from 'node:path';
import type { Plugin } from 'vite';

/** By the mark of its copies: where each of them begins. */
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
