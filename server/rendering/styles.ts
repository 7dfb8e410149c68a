/**
 * The two forms of a public page. The first form inlines the page's styles and the theme's script, on novels also the
 * typography. No request precedes the first paint. Styles below the first screen come after it, so that slow
 * connections show it sooner. The browser then fetches the files (islands/runtime/styles.ts) and sets a cookie. From
 * then on it gets the form that links them.
 */
import { hash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { LRUCache } from 'lru-cache';
import type { FirstForm } from '../cache/public-page.ts';
import { FIRST_SCREEN } from '../lib/first-screen.ts';

import type { InlineHashes } from '../plugins/security-headers.ts';
import { classesIn, classListsOn, readSheet, type Sheet } from './sheet.ts';
import { utf8Of } from './utf8.ts';

export type PageForms = {
  /** Links style files and scripts, for browsers that have them. */
  body: Buffer;
  /** Contains both. Content after the first screen has its styles there. */
  first: FirstForm;
  /** Hashes of the theme's script and the styles in the first form, for the policy. */
  hashes: InlineHashes;
};

/** `own`: head of the first form. `later`: rules after those of the first screen. `links`: files with all rules. */
type PageStyles = { own: Buffer; later: Buffer; links: string; hashes: InlineHashes };

export type Styles = {
  /** Cookie value of browsers that have the files of this build. */
  version: string;
  formsOf(html: string): PageForms;
};

type PageSource = { addresses: string[]; isNovel: boolean };

const LINK = /<link rel="stylesheet"[^>]*? href="([^"]+)">/g;
/** Kinds of pages, times their possible content. Each entry is as large as its styles. */
const KNOWN_MAX_COUNT = 100;
/** A page of a hundred rows is past its first kilobytes anyway, so its lower part links the file. */
const LONG_LENGTH = 100_000;
const FOLDER = '/assets/static';
/** Contains the later styles, so that no element gets other neighbors. */
const FIRST_SCREEN_END = `<i id="${FIRST_SCREEN}" hidden="">`;

const sha256 = (text: string): string => hash('sha256', text, 'base64');

export async function readStyles(root: string): Promise<Styles> {
  const client = join(root, 'dist/client');
  const manifest: Record<string, { file: string } | undefined> = JSON.parse(
    await readFile(join(root, 'dist/assets.json'), 'utf8'),
  );
  const theme = await readScript(client, manifest['islands/runtime/theme.ts']?.file);
  const looks = await readScript(client, manifest['islands/reading/typography/typography.ts']?.file);
  const sheets = await readSheets(client);
  const addressOf = (start: string): string =>
    [...sheets.keys()].find((address) => basename(address).startsWith(`${start}.`)) ?? '';
  const sheet = addressOf('public');
  // Includes the typography, so that a later novel has it before the first paint.
  const files = [addressOf('faces'), theme.address, looks.address];
  const version = hash('sha256', [sheet, ...files].join(), 'base64url').slice(0, 8);
  // On novels the second script follows the first.
  const [place, novelPlace] = [theme.tag, looks.tag];
  const attributes = `data-sheet="${sheet}" data-files="${files.join(' ')}" data-version="${version}"`;
  const scripts = [theme.text, `${theme.text}\n${looks.text}`].map((script) => ({
    script,
    hash: sha256(script),
  }));
  const known = new LRUCache<string, PageStyles>({ max: KNOWN_MAX_COUNT });
  /** The same by the class lists of a page, which are faster to find. */
  const knownByLists = new LRUCache<string, PageStyles>({ max: 4 * KNOWN_MAX_COUNT });

  const keptIn = (addresses: string[], ...classes: Parameters<Sheet['keep']>): string[] =>
    addresses.map((address) => sheets.get(address)?.keep(...classes) ?? '');

  /** `above`: classes of the first screen. `all`: classes of the whole page. */
  const stylesOf = (
    { addresses, isNovel }: PageSource,
    above: ReadonlySet<string>,
    all: ReadonlySet<string>,
  ) => {
    const key = [isNovel, addresses, [...above].sort(), [...all].sort()].join(' ');
    const found = known.get(key);
    if (found !== undefined) return found;
    const { script = '', hash = '' } = scripts[isNovel ? 1 : 0] ?? {};
    const links = keptIn(addresses, all)
      // An order of layers alone sets nothing.
      .map((rules, at) => (rules.includes('{') ? `<link rel="stylesheet" href="${addresses[at]}">` : ''))
      .join('');
    const text = keptIn(addresses, above).join('');
    const later = keptIn(addresses, all, above).join('');
    const made = {
      own: Buffer.from(`<style ${attributes}>${text}</style><script>${script}</script>`),
      later: Buffer.from(later === '' ? '' : `<style>${later}</style>`),
      links,
      hashes: { script: hash, styles: [text, later].filter((each) => each !== '').map(sha256) },
    };
    known.set(key, made);
    return made;
  };

  /** `end` of the first screen. Negative: the whole page is the first screen. */
  const stylesFor = (source: PageSource, page: string, end: number): PageStyles => {
    const { above, below } = classListsOn(page, end < 0 ? page.length : end);
    const key = [String(source.isNovel), ...source.addresses, '|', ...above, '|', ...below].join('"');
    const found = knownByLists.get(key);
    if (found !== undefined) return found;
    const made = stylesOf(source, classesIn(above), classesIn([...above, ...below]));
    knownByLists.set(key, made);
    return made;
  };

  return {
    version,
    formsOf(html) {
      const [head, behind] = splitAt(html, place);
      const isNovel = behind.startsWith(novelPlace);
      const rest = isNovel ? behind.slice(novelPlace.length) : behind;
      const addresses = [...head.matchAll(LINK)].map(([, address = '']) => address);
      const { own, later, links, hashes } = stylesFor(
        { addresses, isNovel },
        rest,
        rest.indexOf(FIRST_SCREEN_END),
      );
      const start = head.replaceAll(LINK, '');
      const linked = start + links + place + (isNovel ? novelPlace : '');
      const body = utf8Of(linked + rest);
      const restAt = Buffer.byteLength(linked);
      const isLong = rest.length > LONG_LENGTH;
      const end = body.indexOf(FIRST_SCREEN_END, restAt);
      const laterAt = end < 0 ? body.length : end + FIRST_SCREEN_END.length;
      return {
        body,
        first: {
          start: Buffer.concat([Buffer.from(start), own]),
          restAt,
          later: isLong ? Buffer.from(links) : later,
          laterAt,
        },
        hashes,
      };
    },
  };
}

async function readSheets(client: string): Promise<Map<string, Sheet>> {
  const sheets = new Map<string, Sheet>();
  for (const name of await readdir(join(client, FOLDER)))
    if (name.endsWith('.css'))
      sheets.set(`${FOLDER}/${name}`, readSheet(await readFile(join(client, FOLDER, name), 'utf8')));
  return sheets;
}

async function readScript(client: string, file: string | undefined) {
  const address = `/${file}`;
  const text = (await readFile(join(client, address), 'utf8')).trim();
  return { address, text, tag: `<script src="${address}"></script>` };
}

/** The parts before and behind `place`, which is in the head of every page. */
function splitAt(html: string, place: string): [string, string] {
  const at = html.indexOf(place);
  if (at < 0) throw new Error('a page without the script of the theme');
  return [html.slice(0, at), html.slice(at + place.length)];
}
