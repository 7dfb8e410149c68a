/** The file as a container (OCF 3.3): what lies in it, what of that is encrypted, and where its package is. */
import type { Entry } from 'yauzl';
import { isFolder, type ZipProblem } from '../../../lib/zip/entries.ts';
import { isZipRefused, type OpenZip, openZip } from '../../../lib/zip/open.ts';
import type { EpubRefusal } from '../rules.ts';
import { pathOf } from './hrefs.ts';
import { ENTRY_MAX_BYTES, EPUB_ZIP_LIMITS, TEXT_MAX_BYTES } from './limits.ts';
import { EpubRefused } from './refused.ts';
import { attributeOf, elementsNamed, parseXml, type XmlElement } from './xml.ts';

/** Paths are in NFC. */
export type Container = {
  packagePath: string;
  has(path: string): boolean;
  /** Obfuscated: there, but not to be read. */
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

/** Throws `EpubRefused` for a zip that is no ePub, or none that can be opened. */
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
  for (const entry of zip.entries) if (!isFolder(entry)) entries.set(entry.fileName.normalize('NFC'), entry);
  let inflated = 0;

  const bytesOf = async (path: string, maxBytes = ENTRY_MAX_BYTES): Promise<Buffer> => {
    const entry = entries.get(path);
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
  const textOf = async (path: string): Promise<string> => decode(path, await bytesOf(path, TEXT_MAX_BYTES));

  return {
    has: (path) => entries.has(path),
    paths: () => entries.keys(),
    bytesOf,
    textOf,
    xmlOf: async (path, options) => parseXml(path, await textOf(path), options),
    close: () => zip.close(),
  };
}

/** OCF 3.3, 4.3: by its content alone. Many programs write it compressed or at another place. */
async function requireMimetype({ has, bytesOf }: Files): Promise<void> {
  const mimetype = has('mimetype') ? await bytesOf('mimetype', 1024) : Buffer.alloc(0);
  if (mimetype.toString('latin1').trim() !== 'application/epub+zip')
    throw new EpubRefused({ reason: 'not_epub' });
}

const CONTAINER = 'META-INF/container.xml';
const ENCRYPTION = 'META-INF/encryption.xml';
const PACKAGE_TYPE = 'application/oebps-package+xml';
/** Fonts under these are readable by whoever has the book; we leave fonts out. Everything else needs a key. */
const OBFUSCATIONS = new Set(['http://www.idpf.org/2008/embedding', 'http://ns.adobe.com/pdf/enc#RC']);

async function garbledPaths({ has, xmlOf }: Files): Promise<Set<string>> {
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
async function packagePathOf({ has, xmlOf }: Files): Promise<string> {
  if (!has(CONTAINER)) throw new EpubRefused({ reason: 'no_container', file: CONTAINER });
  const rootfiles = elementsNamed(await xmlOf(CONTAINER), 'rootfile');
  const rootfile = rootfiles.find((each) => attributeOf(each, 'media-type') === PACKAGE_TYPE) ?? rootfiles[0];
  const path = rootfile === undefined ? null : pathOf('', attributeOf(rootfile, 'full-path') ?? '');
  if (path === null || path === '' || !has(path))
    throw new EpubRefused({ reason: 'no_package', file: path || CONTAINER });
  return path;
}

/** XML says its encoding itself (XML 1.0, appendix F); bytes that it does not allow are no text. */
function decode(file: string, bytes: Buffer): string {
  const head = bytes.subarray(0, 200).toString('latin1');
  const declared = /^(?:\u00ef\u00bb\u00bf)?<\?xml[^>]{1,150}?encoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(
    head,
  )?.[1];
  const encoding = markOf(bytes) ?? declared ?? 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new EpubRefused({ reason: 'encoding', file }, cause);
  }
}

function markOf(bytes: Buffer): string | null {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0x3c && bytes[1] === 0)) return 'utf-16le';
  if ((bytes[0] === 0xfe && bytes[1] === 0xff) || (bytes[0] === 0 && bytes[1] === 0x3c)) return 'utf-16be';
  return bytes[0] === 0xef && bytes[1] === 0xbb ? 'utf-8' : null;
}
