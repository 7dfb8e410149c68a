/** Compares tables by their rows, regardless of order. */
import { hash } from 'node:crypto';

const LANES = 8;

export type Digest = {
  add(chunk: Uint8Array): void;
  end(): { rows: number; bytes: number; digest: string };
};

/** Reads the text of COPY, one row per line. Sums the SHA-256 of all rows, each 32-bit lane separately. */
export function createDigest(): Digest {
  const lanes = new Uint32Array(LANES);
  let rest: Buffer[] = [];
  let rows = 0;
  let bytes = 0;

  const addRow = (row: Uint8Array): void => {
    const digest = hash('sha256', row, 'buffer');
    for (let lane = 0; lane < LANES; lane += 1)
      lanes[lane] = (lanes[lane] ?? 0) + digest.readUInt32BE(lane * 4);
    rows += 1;
  };

  return {
    add(chunk) {
      const text = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
      bytes += text.length;
      let from = 0;
      for (let at = text.indexOf(10); at >= 0; at = text.indexOf(10, from)) {
        const end = text.subarray(from, at);
        addRow(rest.length === 0 ? end : Buffer.concat([...rest, end]));
        rest = [];
        from = at + 1;
      }
      // A row may span many chunks, and the reader reuses a chunk's memory. Hence the copy.
      if (from < text.length) rest.push(Buffer.from(text.subarray(from)));
    },
    end() {
      if (rest.length > 0) throw new Error('the last row has no end');
      const digest = [...lanes].map((lane) => lane.toString(16).padStart(8, '0')).join('');
      return { rows, bytes, digest };
    },
  };
}
