/** Writes zips by hand (APPNOTE 4.3), so that every field of them can be made to lie. */
import { crc32, deflateRawSync } from 'node:zlib';

export type ZipEntry = {
  name: string;
  data?: Buffer;
  method?: number;
  flags?: number;
  /** Upper half of the external attributes, as Unix has them: kind and permissions. */
  mode?: number;
  /** What the tables say instead of the truth. */
  claims?: { uncompressedSize?: number; crc?: number; offset?: number };
};

export function makeZip(entries: readonly ZipEntry[]): Buffer {
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let at = 0;
  for (const {
    name,
    data = Buffer.alloc(0),
    method = 0,
    flags = 0,
    mode = 0o100644,
    claims = {},
  } of entries) {
    const packed = method === 8 ? deflateRawSync(data) : data;
    const title = Buffer.from(name);
    const crc = claims.crc ?? crc32(data);
    const size = claims.uncompressedSize ?? data.length;
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(flags | 0x800, 2);
    facts.writeUInt16LE(method, 4);
    facts.writeUInt32LE(crc, 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(size, 18);
    facts.writeUInt16LE(title.length, 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), facts, title, packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE((mode << 16) >>> 0, 6);
    tail.writeUInt32LE(claims.offset ?? at, 10);
    const madeBy = Buffer.from([20, 3]);
    central.push(Buffer.concat([Buffer.from('PK\u0001\u0002', 'latin1'), madeBy, facts, tail, title]));
    locals.push(local);
    at += local.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, directory, end]);
}
