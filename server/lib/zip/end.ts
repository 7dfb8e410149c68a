/** Finds the end of a zip (APPNOTE 4.3.16). Some servers and forms append a few bytes, which programs ignore. */
import type { FileHandle } from 'node:fs/promises';

const END = 0x06054b50;
const END_BYTES = 22;
/** The longest comment: other programs search as far for the end. */
const TAIL_BYTES = 0xffff + END_BYTES;
const ZIP64_END_BYTES = 56;
const ZIP64_LOCATOR_BYTES = 20;

/** Bytes up to the end of the archive. The size of the file when its end is the same or unknown. */
export async function wholeSizeOf(file: FileHandle): Promise<number> {
  const { size } = await file.stat();
  const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(size, 2 * TAIL_BYTES)), {
    position: Math.max(0, size - 2 * TAIL_BYTES),
  });
  const tail = buffer.subarray(0, bytesRead);
  const from = size - tail.length;
  for (let at = tail.length - END_BYTES; at >= 0; at -= 1) {
    if (tail.readUInt32LE(at) !== END) continue;
    const end = at + END_BYTES + tail.readUInt16LE(at + 20);
    if (end === tail.length) return size;
    if (end < tail.length && tail.length - end <= TAIL_BYTES && isBehindDirectory(tail, at, from))
      return from + end;
  }
  return size;
}

/** A false end record is not right behind the directory that it describes. */
function isBehindDirectory(tail: Buffer, at: number, from: number): boolean {
  const directoryEnd = tail.readUInt32LE(at + 12) + tail.readUInt32LE(at + 16);
  const zip64 = ZIP64_END_BYTES + ZIP64_LOCATOR_BYTES;
  return directoryEnd === from + at || directoryEnd === from + at - zip64;
}
