/** Where a zip ends (APPNOTE 4.3.16). Some servers and forms put a few bytes behind it, which no program minds. */
import type { FileHandle } from 'node:fs/promises';

const END = 0x06054b50;
const END_BYTES = 22;
/** As far as others look for the end: the longest comment. */
const TAIL_BYTES = 0xffff + END_BYTES;
const ZIP64_END_BYTES = 56;
const ZIP64_LOCATOR_BYTES = 20;

/** Bytes up to the end of the archive; those of the file where its end is the archive's or cannot be told. */
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

/** An end that is none does not stand right behind the table that it speaks of. */
function isBehindDirectory(tail: Buffer, at: number, from: number): boolean {
  const directoryEnd = tail.readUInt32LE(at + 12) + tail.readUInt32LE(at + 16);
  const zip64 = ZIP64_END_BYTES + ZIP64_LOCATOR_BYTES;
  return directoryEnd === from + at || directoryEnd === from + at - zip64;
}
