/** What a file is by its first bytes; names and declared types are never asked (PAG-08, PAG-12). */

const signatures: readonly [type: string, offset: number, hex: string][] = [
  ['png', 0, '89504e470d0a1a0a'],
  ['jpeg', 0, 'ffd8ff'],
  ['gif', 0, '47494638'],
  ['webp', 8, '57454250'],
  ['pdf', 0, '255044462d'],
  ['bmp', 0, '424d'],
  ['tiff', 0, '49492a00'],
  ['tiff', 0, '4d4d002a'],
  ['heif', 4, '6674797068656963'],
  ['heif', 4, '6674797068656978'],
  ['heif', 4, '667479706d696631'],
  ['avif', 4, '6674797061766966'],
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

/** Names the type, for those who sent it; only `jpeg` and `png` go on to a decoder. */
export function sniffPicture(head: Buffer): string | undefined {
  for (const [type, offset, hex] of signatures) {
    if (head.subarray(offset, offset + hex.length / 2).toString('hex') === hex) return type;
  }
  return /<svg[\s>]/i.test(head.toString('latin1')) ? 'svg' : undefined;
}
