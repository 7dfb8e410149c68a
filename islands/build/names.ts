/** Short names in styles. Most of them are in the HTML of every first visit, where each byte counts. */
import { hash } from 'node:crypto';
import { relative } from 'node:path';
import type { Plugin } from 'vite';

const SIGN_LENGTH = 4;

/**
 * Names the classes of CSS modules `_name_4k2z`, with a hash of the module's path. The content is not part of the hash.
 * Parts of a page from another release therefore still match the styles of the same module.
 */
export function classNames(root: string): (name: string, file: string) => string {
  const files = new Map<string, string>();
  return (name, file) => {
    const path = relative(root, file.replace(/\?.*$/, ''));
    const sign = BigInt(`0x${hash('sha256', path)}`)
      .toString(36)
      .slice(-SIGN_LENGTH);
    const other = files.get(sign) ?? path;
    if (other !== path) throw new Error(`${path} has the sign of ${other}: give it another name`);
    files.set(sign, path);
    return `_${name}_${sign}`;
  };
}

/** Shortens Lightning CSS's variables for light and dark, which a first visit repeats about fifty times. */
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
