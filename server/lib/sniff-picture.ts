/** Detects the type of a file by its first bytes, never by name or declared type (PAG-08, PAG-12). */

const signatures: readonly [type: string, offset: number, hex: string][] = [
  ['png', 0, '89504e470d0a1a0a'],
  ['jpeg', 0, 'ffd8ff'],
  ['gif', 0, '47494638'],
  ['webp', 8, '57454250'],
  ['pdf', 0, '255044462d'],
  ['bmp', 0, '424d'],
  ['tiff', 0, '49492a00'],
  ['tiff', 0, '4d4d002a'],
  ['jxl', 0, 'ff0a'],
  ['jxl', 0, '0000000c4a584c20'],
  ['jp2', 0, '0000000c6a502020'],
  ['jp2', 0, 'ff4fff51'],
  ['ico', 0, '00000100'],
  ['psd', 0, '38425053'],
  ['zip', 0, '504b0304'],
  ['gzip', 0, '1f8b'],
  ['postscript', 0, '252150'],
];

/** Brands of ISO/IEC 23008-12 (HEIF) and of AVIF, including sequences and iPhone live photos. */
const HEIF_BRAND = /^(?:hei[cxms]|hev[cxms]|mif\d|msf\d)$/;
const AVIF_BRAND = /^(?:avi[fs]|av01)$/;

/** ISO media files name a major brand and the brands they are compatible with. */
function brandOf(head: Buffer): 'heif' | 'avif' | undefined {
  if (head.toString('latin1', 4, 8) !== 'ftyp') return;
  const end = Math.min(head.readUInt32BE(0), head.length);
  const brands = [head.toString('latin1', 8, 12)];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(head.toString('latin1', at, at + 4));
  if (brands.some((brand) => AVIF_BRAND.test(brand))) return 'avif';
  return brands.some((brand) => HEIF_BRAND.test(brand)) ? 'heif' : undefined;
}

/** Common names. Other types are shown in capitals. */
const NAMES: Readonly<Record<string, string>> = {
  heif: 'HEIC (HEIF)',
  webp: 'WebP',
  jxl: 'JPEG XL',
  jp2: 'JPEG 2000',
  psd: 'Photoshop',
  postscript: 'PostScript',
};

export const nameOfType = (type: string): string => NAMES[type] ?? type.toUpperCase();

/** Names the type for the sender. Only `jpeg` and `png` go on to a decoder. */
export function sniffPicture(head: Buffer): string | undefined {
  for (const [type, offset, hex] of signatures) {
    if (head.subarray(offset, offset + hex.length / 2).toString('hex') === hex) return type;
  }
  const brand = brandOf(head);
  if (brand) return brand;
  return /<svg[\s>]/i.test(head.toString('latin1')) ? 'svg' : undefined;
}
