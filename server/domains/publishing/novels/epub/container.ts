/** The file as a container (OCF 3.3): its files, which of them are encrypted, and where its package is. */
import type { Entry } from 'yauzl';
import { isFolder, type ZipProblem } from '#server/lib/zip/entries.ts';
import { otherNamesOf } from '#server/lib/zip/names.ts';
import { isZipRefused, type OpenZip, openZip } from '#server/lib/zip/open.ts';
import type { EpubRefusal } from '../rules.ts';
import { decodeText } from './encoding.ts';
import { type Target, targetOf } from './hrefs.ts';
import { ENTRY_MAX_BYTES, EPUB_ZIP_LIMITS, TEXT_MAX_BYTES } from './limits.ts';
import { createFinder, pathOfName } from './names.ts';
import { parseXml } from './parse.ts';
import { EpubRefused, excerptOf } from './refused.ts';
import { attributeOf, elementsNamed, type XmlElement } from './xml.ts';

/** Paths are those of existing files, however the book spells them. Other paths are in NFC. */
export type Container = {
  packagePath: string;
  targetOf(base: string, href: string): Target | null;
  /** The same for files of the book. Null for anything else. */
  pathOf(base: string, href: string): string | null;
  has(path: string): boolean;
  /** True for an obfuscated file, which exists but must not be read. */
  isGarbled(path: string): boolean;
  paths(): Iterable<string>;
  bytesOf(path: string, maxBytes?: number): Promise<Buffer>;
  textOf(path: string): Promise<string>;
  xmlOf(path: string, options?: { isHtml?: boolean }): Promise<XmlElement>;
  close(): Promise<void>;
};

const REASONS: Record<ZipProblem, EpubRefusal> = {
  bomb: 'too_large',
  compression: 'damaged',
  damaged: 'damaged',
  duplicates: 'unsafe',
  encrypted: 'copy_protected',
  entries: 'too_many_files',
  links: 'unsafe',
  unsafe: 'unsafe',
};

export async function openContainer(path: string): Promise<Container> {
  const zip = await open(path);
  try {
    const files = filesOf(zip);
    await requireMimetype(files);
    const garbled = await garbledPaths(files);
    return { ...files, packagePath: await packagePathOf(files), isGarbled: (path) => garbled.has(path) };
  } catch (error) {
    await zip.close();
    throw error;
  }
}

/** Throws `EpubRefused` for a zip that is not an ePub or cannot be opened. */
export async function requireEpub(path: string): Promise<void> {
  const zip = await open(path);
  try {
    await requireMimetype(filesOf(zip));
  } finally {
    await zip.close();
  }
}

async function open(path: string): Promise<OpenZip> {
  try {
    return await openZip(path, EPUB_ZIP_LIMITS);
  } catch (error) {
    throw isZipRefused(error) ? new EpubRefused({ reason: REASONS[error.problem] }, error) : error;
  }
}

type Files = Omit<Container, 'packagePath' | 'isGarbled'>;

function filesOf(zip: OpenZip): Files {
  const entries = new Map<string, Entry>();
  for (const entry of zip.entries) {
    const path = pathOfName(entry.fileName);
    if (entries.has(path)) throw new EpubRefused({ reason: 'unsafe', file: path });
    if (!isFolder(entry)) entries.set(path, entry);
  }
  const named = [...entries.values()].map((entry) => ({
    name: entry.fileName,
    otherNames: otherNamesOf(entry),
  }));
  const find = createFinder(named);
  let inflated = 0;

  const target = (base: string, href: string): Target | null => {
    const found = targetOf(base, href);
    return found?.kind === 'file' ? { ...found, path: find(found.path) ?? found.path } : found;
  };

  const bytesOf = async (path: string, maxBytes = ENTRY_MAX_BYTES): Promise<Buffer> => {
    const entry = entries.get(find(path) ?? path);
    if (entry === undefined) throw new EpubRefused({ reason: 'missing_file', file: path });
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    const tooLong = () => new EpubRefused({ reason: 'too_long', file: path });
    if (entry.uncompressedSize > maxBytes) throw tooLong();
    try {
      for await (const chunk of zip.contentOf(entry)) {
        chunks.push(chunk);
        bytes += chunk.length;
        if (bytes > maxBytes) break;
      }
    } catch (error) {
      throw isZipRefused(error) ? new EpubRefused({ reason: 'damaged', file: path }, error) : error;
    }
    inflated += bytes;
    if (bytes > maxBytes) throw tooLong();
    if (inflated > EPUB_ZIP_LIMITS.inflatedMaxBytes) throw new EpubRefused({ reason: 'too_large' });
    return Buffer.concat(chunks, bytes);
  };
  const textOf = async (path: string): Promise<string> =>
    decodeText(path, await bytesOf(path, TEXT_MAX_BYTES));

  return {
    targetOf: target,
    pathOf(base, href) {
      const found = target(base, href);
      return found?.kind === 'file' ? found.path : null;
    },
    has: (path) => find(path) !== null,
    paths: () => entries.keys(),
    bytesOf,
    textOf,
    xmlOf: async (path, options) => parseXml(path, await textOf(path), options),
    close: () => zip.close(),
  };
}

const CONTAINER = 'META-INF/container.xml';
const ENCRYPTION = 'META-INF/encryption.xml';
const MIMETYPE = 'application/epub+zip';

/** OCF 3.3, 4.3. Checks only the content, because many programs compress or misplace the file. */
async function requireMimetype({ has, paths, bytesOf }: Files): Promise<void> {
  const mimetype = has('mimetype') ? await bytesOf('mimetype', 1024) : null;
  const said =
    mimetype
      ?.toString('utf8')
      .replace(/^\ufeff/, '')
      .trim() ?? null;
  if (said === MIMETYPE) return;
  const folder = [...paths()].find((path) => /^[^/]+\/(?:mimetype|META-INF\/container\.xml)$/.test(path));
  if (said === null && folder !== undefined) throw new EpubRefused({ reason: 'in_folder', file: folder });
  if (!has(CONTAINER)) throw new EpubRefused({ reason: 'not_epub' });
  if (said === null) throw new EpubRefused({ reason: 'mimetype_missing', file: 'mimetype' });
  throw new EpubRefused({ reason: 'mimetype_wrong', file: 'mimetype', line: 1, excerpt: excerptOf(said, 1) });
}

const PACKAGE_TYPE = 'application/oebps-package+xml';
/** These only obfuscate fonts, which we leave out. Everything else needs a key. */
const OBFUSCATIONS = new Set(['http://www.idpf.org/2008/embedding', 'http://ns.adobe.com/pdf/enc#RC']);

async function garbledPaths({ has, pathOf, xmlOf }: Files): Promise<Set<string>> {
  const garbled = new Set<string>();
  if (!has(ENCRYPTION)) return garbled;
  for (const data of elementsNamed(await xmlOf(ENCRYPTION), 'EncryptedData')) {
    const [method] = elementsNamed(data, 'EncryptionMethod');
    const [reference] = elementsNamed(data, 'CipherReference');
    const path = reference === undefined ? null : pathOf('', attributeOf(reference, 'URI') ?? '');
    const algorithm = method === undefined ? null : attributeOf(method, 'Algorithm');
    if (algorithm !== null && !OBFUSCATIONS.has(algorithm))
      throw new EpubRefused({ reason: 'copy_protected', ...(path === null ? {} : { file: path }) });
    if (path !== null) garbled.add(path);
  }
  return garbled;
}

/** The first rendition is the default one (OCF 3.3, 4.2.6.3.1.3). */
async function packagePathOf({ has, pathOf, xmlOf }: Files): Promise<string> {
  if (!has(CONTAINER)) throw new EpubRefused({ reason: 'no_container', file: CONTAINER });
  const rootfiles = elementsNamed(await xmlOf(CONTAINER), 'rootfile');
  const rootfile = rootfiles.find((each) => attributeOf(each, 'media-type') === PACKAGE_TYPE) ?? rootfiles[0];
  const path = rootfile === undefined ? null : pathOf('', attributeOf(rootfile, 'full-path') ?? '');
  if (path === null || path === '' || !has(path))
    throw new EpubRefused({ reason: 'no_package', file: path || CONTAINER });
  return path;
}
