/** Tells two tables apart by their rows, whatever the order in which they lie. */
import { hash } from 'node:crypto';

const LANES = 8;

export type Digest = {
  add(chunk: Uint8Array): void;
  end(): { rows: number; bytes: number; digest: string };
};

/** Takes the text of COPY, where a row is a line: the sum of the SHA-256 of all rows, each lane of 32 bits by itself. */
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
      // A row may come in many pieces, and the memory of a chunk is used again by its reader.
      if (from < text.length) rest.push(Buffer.from(text.subarray(from)));
    },
    end() {
      if (rest.length > 0) throw new Error('the last row has no end');
      const digest = [...lanes].map((lane) => lane.toString(16).padStart(8, '0')).join('');
      return { rows, bytes, digest };
    },
  };
}
