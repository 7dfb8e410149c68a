/** Extracts the pictures that a book shows as files, each judged by its first bytes. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sniffPicture } from '#server/lib/sniff-picture.ts';
import { CHAPTER_PICTURES_MAX_COUNT } from '../rules.ts';
import type { BookPicture, PictureType } from './book.ts';
import type { Container } from './container.ts';
import type { Leavings } from './left-out.ts';
import { ENTRY_MAX_BYTES, NAME_MAX_LENGTH } from './limits.ts';
import type { Package } from './package.ts';
import { isEpubRefused } from './refused.ts';
import { said } from './said.ts';
import { attributeOf, type XmlElement } from './xml.ts';

/** Fallbacks of these types replace a picture. */
const PICTURE_TYPES = new Set(['image/jpeg', 'image/png']);
const EXTENSIONS: Record<PictureType, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
};
const HEAD_BYTES = 512;
const DATA_MAX_LENGTH = 4 * 1024 * 1024;

export type Pictures = {
  /** Reads the picture once. Then `find` returns it. */
  take(source: string, base: string, file?: string): Promise<BookPicture | null>;
  find(source: string, base: string): BookPicture | null;
  all: BookPicture[];
};

type Options = { container: Container; book: Package; folder: string; leavings: Leavings };

export function createPictures({ container, book, folder, leavings }: Options): Pictures {
  const known = new Map<string, BookPicture | null>();
  const all: BookPicture[] = [];

  const keyOf = (source: string, base: string): string | null => {
    const target = container.targetOf(base, source);
    return target === null ? null : target.kind === 'file' ? target.path : target.href;
  };

  const readablePath = (path: string): string => {
    const item = book.itemAt(path);
    const better = item === undefined ? undefined : book.readable(item, PICTURE_TYPES);
    return better?.path ?? path;
  };

  const keep = async (bytes: Buffer, name: string): Promise<BookPicture | null> => {
    const type = typeOf(bytes);
    if (type === null || all.length >= CHAPTER_PICTURES_MAX_COUNT) return null;
    const token = `p${all.length + 1}`;
    const file = join(folder, `${token}.${EXTENSIONS[type]}`);
    await writeFile(file, bytes);
    const picture = { token, file, name: shortName(name), type, uses: 0, withoutAlt: 0 };
    all.push(picture);
    return picture;
  };

  const read = async (source: string, base: string): Promise<BookPicture | null> => {
    const target = container.targetOf(base, source);
    if (target?.kind === 'data') return keep(bytesOfData(target.href), 'data');
    if (target?.kind !== 'file') return null;
    const path = readablePath(target.path);
    if (!container.has(path) || container.isGarbled(path)) return null;
    try {
      return await keep(await container.bytesOf(path, ENTRY_MAX_BYTES), path);
    } catch (error) {
      const isOwn = isEpubRefused(error) && ['damaged', 'too_long'].includes(error.refusal.reason);
      if (isOwn) return null;
      throw error;
    }
  };

  return {
    all,
    async take(source, base, file) {
      const key = keyOf(source, base);
      if (key === null) return null;
      const seen = known.get(key);
      if (seen !== undefined) return seen;
      const picture = await read(source, base);
      known.set(key, picture);
      if (picture === null) sayLeftOut(source, base, file);
      return picture;
    },
    find: (source, base) => known.get(keyOf(source, base) ?? '') ?? null,
  };

  function sayLeftOut(source: string, base: string, file: string | undefined): void {
    const target = container.targetOf(base, source);
    if (target?.kind === 'web') {
      leavings.add('remote', target.href, file);
      return;
    }
    const path = target?.kind === 'file' ? target.path : 'data';
    const isDrawing = book.itemAt(path)?.type === 'image/svg+xml' || path.toLowerCase().endsWith('.svg');
    leavings.add(isDrawing ? 'svg' : 'pictures', path, file);
  }
}

export const sourceOf = (image: XmlElement): string | null => {
  const source = attributeOf(image, 'src');
  return source === null || source === '' ? null : source;
};

/** By content. Names and declared types do not count. */
function typeOf(bytes: Buffer): PictureType | null {
  const type = `image/${sniffPicture(bytes.subarray(0, HEAD_BYTES))}`;
  return type in EXTENSIONS ? (type as PictureType) : null;
}

function bytesOfData(href: string): Buffer {
  const comma = href.indexOf(',');
  const isBase64 = comma > 0 && comma < 100 && /;\s*base64\s*$/i.test(href.slice(0, comma));
  if (!isBase64 || href.length > DATA_MAX_LENGTH) return Buffer.alloc(0);
  return Buffer.from(href.slice(comma + 1).replaceAll('%2B', '+'), 'base64');
}

const shortName = (path: string): string => said(path.split('/').at(-1) ?? '', NAME_MAX_LENGTH);
