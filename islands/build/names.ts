/** Short names in styles: most of them stand in the HTML of every first visit, which has no room to give away. */
import { globSync } from 'node:fs';
import { relative } from 'node:path';
import type { Plugin } from 'vite';

/**
 * Names the classes of CSS modules `_name_0k`, the sign being the module's place among all. A hash of the module would say
 * the same in three times the bytes, and would change them with each release.
 */
export function classNames(root: string): (name: string, file: string) => string {
  const modules = globSync('{pages,islands}/**/*.module.css', { cwd: root }).sort();
  return (name, file) => {
    const path = relative(root, file.replace(/\?.*$/, ''));
    // Added while the server of development runs.
    if (!modules.includes(path)) modules.push(path);
    return `_${name}_${modules.indexOf(path).toString(36).padStart(2, '0')}`;
  };
}

/** The names by which Lightning CSS tells light from dark stand in every style of a first visit, some fifty times. */
export function schemeNames(): Plugin {
  return {
    name: 'tsuzuki:scheme-names',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type !== 'asset' || !file.fileName.endsWith('.css')) continue;
          const text = typeof file.source === 'string' ? file.source : Buffer.from(file.source).toString();
          file.source = text
            .replaceAll('--lightningcss-light', '--if-light')
            .replaceAll('--lightningcss-dark', '--if-dark');
        }
      },
    },
  };
}
