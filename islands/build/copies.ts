/**
 * A chapter's script stands alone: what it shares with the stage's is in it a second time, under names of its own. On a novel's page the
 * stage comes later or never, and on a comic's page nobody needs the chapter's.
 */
import { dirname, join, resolve } from 'node:path';
import type { Plugin } from 'vite';

const COPY = '?prose';

export function ownCopies(root: string): Plugin {
  const folder = join(root, 'islands/prose/');
  return {
    name: 'tsuzuki:own-copies',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    resolveId(source, importer) {
      if (!importer || !source.startsWith('.')) return null;
      const isOwn = importer.endsWith(COPY) || importer.startsWith(folder);
      const path = resolve(dirname(importer), source);
      return isOwn && !path.startsWith(folder) ? path + COPY : null;
    },
  };
}
