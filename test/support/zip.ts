/** Reads a whole zip by its central directory (APPNOTE 4.3.12), checking every CRC. */
import { crc32, inflateRawSync } from 'node:zlib';

export async function readZip(data: Buffer): Promise<Map<string, Buffer>> {
  const end = data.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'));
  if (end < 0) throw new Error('no zip');
  const files = new Map<string, Buffer>();
  let at = data.readUInt32LE(end + 16);
  for (let count = data.readUInt16LE(end + 10); count > 0; count -= 1) {
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) =>
      data.readUInt16LE(at + offset),
    );
    const name = data.toString('utf8', at + 46, at + 46 + (nameLength ?? 0));
    const local = data.readUInt32LE(at + 42);
    const start = local + 30 + data.readUInt16LE(local + 26) + data.readUInt16LE(local + 28);
    const packed = data.subarray(start, start + data.readUInt32LE(at + 20));
    const content = data.readUInt16LE(at + 10) === 8 ? inflateRawSync(packed) : packed;
    if (crc32(content) !== data.readUInt32LE(at + 16)) throw new Error(`${name} is damaged`);
    files.set(name, content);
    at += 46 + (nameLength ?? 0) + (extraLength ?? 0) + (commentLength ?? 0);
  }
  return files;
}
