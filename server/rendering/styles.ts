/**
 * The two forms of a public page. Who comes first gets the styles of what stands on it inside the page, and the theme's script
 * with them: no request comes before the first paint. The browser then fetches the files (islands/runtime/styles.ts) and says so by a
 * cookie; from there on it gets the page that links them, and nothing is sent twice.
 */
import { hash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { classesOn, readSheet, type Sheet } from './sheet.ts';

export type PageForms = {
  /** Links style files and scripts; for who has said to hold them. */
  body: Buffer;
  /** Holds both in itself: starts so, and goes on with the body from `restAt`. */
  first: { start: Buffer; restAt: number };
  /** Of what the first form holds, for the policy: the theme's script and the styles. */
  hashes: { script: string; style: string };
};

export type Styles = {
  /** Value of the cookie of who holds the files of this build. */
  version: string;
  formsOf(html: string): PageForms;
};

const LINK = /<link rel="stylesheet"[^>]*? href="([^"]+)">/g;
/** Kinds of pages, times what may stand on them; each is as large as its styles. */
const KNOWN_MAX_COUNT = 100;
const FOLDER = '/assets/static';

const sha256 = (text: string): string => hash('sha256', text, 'base64');

export async function readStyles(root: string): Promise<Styles> {
  const client = join(root, 'dist/client');
  const manifest: Record<string, { file: string } | undefined> = JSON.parse(
    await readFile(join(root, 'dist/assets.json'), 'utf8'),
  );
  const theme = `/${manifest['islands/runtime/theme.ts']?.file}`;
  const script = (await readFile(join(client, theme), 'utf8')).trim();
  const sheets = new Map<string, Sheet>();
  for (const name of await readdir(join(client, FOLDER)))
    if (name.endsWith('.css'))
      sheets.set(`${FOLDER}/${name}`, readSheet(await readFile(join(client, FOLDER, name), 'utf8')));
  const addressOf = (start: string): string =>
    [...sheets.keys()].find((address) => basename(address).startsWith(`${start}.`)) ?? '';
  const sheet = addressOf('public');
  const files = [addressOf('faces'), theme];
  const version = hash('sha256', [sheet, ...files].join(), 'base64url').slice(0, 8);
  const attributes = `data-sheet="${sheet}" data-files="${files.join(' ')}" data-version="${version}"`;
  const place = `<script src="${theme}"></script>`;
  const scriptHash = sha256(script);
  const known = new LRUCache<string, { text: string; hash: string; links: string }>({ max: KNOWN_MAX_COUNT });

  const stylesOf = (addresses: string[], classes: ReadonlySet<string>) => {
    const key = `${addresses.join()} ${[...classes].sort().join()}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    const parts = addresses.map((address) => ({ address, rules: sheets.get(address)?.keep(classes) ?? '' }));
    const text = parts.map(({ rules }) => rules).join('');
    const links = parts
      // An order of layers by itself sets nothing.
      .filter(({ rules }) => rules.includes('{'))
      .map(({ address }) => `<link rel="stylesheet" href="${address}">`)
      .join('');
    const made = { text, hash: sha256(text), links };
    known.set(key, made);
    return made;
  };

  return {
    version,
    formsOf(html) {
      const [head = '', rest = ''] = splitAt(html, place);
      const addresses = [...head.matchAll(LINK)].map(([, address = '']) => address);
      const { text, hash: styleHash, links } = stylesOf(addresses, classesOn(rest));
      const start = head.replaceAll(LINK, '');
      const linked = start + links + place;
      const own = `<style ${attributes}>${text}</style><script>${script}</script>`;
      return {
        body: Buffer.from(linked + rest),
        first: { start: Buffer.from(start + own), restAt: Buffer.byteLength(linked) },
        hashes: { script: scriptHash, style: styleHash },
      };
    },
  };
}

/** What stands before and behind the place, which every page has in its head. */
function splitAt(html: string, place: string): [string, string] {
  const at = html.indexOf(place);
  if (at < 0) throw new Error('a page without the script of the theme');
  return [html.slice(0, at), html.slice(at + place.length)];
}
