/**
 * Scripts that stand alone: what one shares with another's is in it a second time, under names of its own. A chapter's page needs the
 * stage late or never, and what is done with the words of a chapter comes at a touch.
 */
import { dirname, join, resolve } from 'node:path';
import type { Plugin } from 'vite';

const APART = [
  { copy: '?prose', names: ['prose'] },
  { copy: '?words', names: ['aloud', 'notes', 'selection'] },
];

export function ownCopies(root: string): Plugin {
  const apart = APART.map(({ copy, names }) => ({
    copy,
    folders: names.map((name) => join(root, 'islands', name, '/')),
  }));
  return {
    name: 'tsuzuki:own-copies',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    resolveId(source, importer) {
      if (!importer || !source.startsWith('.')) return null;
      const isIn = (folders: readonly string[], path: string) =>
        folders.some((each) => path.startsWith(each));
      const own = apart.find(({ copy, folders }) => importer.endsWith(copy) || isIn(folders, importer));
      const path = resolve(dirname(importer), source);
      return own && !isIn(own.folders, path) ? path + own.copy : null;
    },
  };
}
