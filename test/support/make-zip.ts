/** Writes zips by hand (APPNOTE 4.3), so that every field can be falsified. */
import { crc32, deflateRawSync } from 'node:zlib';

export type ZipEntry = {
  /** Bytes for names in another encoding. */
  name: string | Buffer;
  /** True when the flag declares the name as UTF-8. */
  isUtf8?: boolean;
  data?: Buffer;
  method?: number;
  flags?: number;
  /** Upper half of the external attributes: Unix file type and permissions. */
  mode?: number;
  /** False values for the headers. */
  claims?: { uncompressedSize?: number; crc?: number; offset?: number };
  /** Offset of the entry in the zip64 extra field (APPNOTE 4.5.3). */
  offset64?: bigint;
};

export function makeZip(entries: readonly ZipEntry[]): Buffer {
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let at = 0;
  for (const {
    name,
    isUtf8 = true,
    data = Buffer.alloc(0),
    method = 0,
    flags = 0,
    mode = 0o100644,
    claims = {},
    offset64,
  } of entries) {
    const packed = method === 8 ? deflateRawSync(data) : data;
    const title = Buffer.from(name);
    const crc = claims.crc ?? crc32(data);
    const size = claims.uncompressedSize ?? data.length;
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(flags | (isUtf8 ? 0x800 : 0), 2);
    facts.writeUInt16LE(method, 4);
    facts.writeUInt32LE(crc, 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(size, 18);
    facts.writeUInt16LE(title.length, 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), facts, title, packed]);
    const extra = offset64 === undefined ? Buffer.alloc(0) : offsetField(offset64);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE((mode << 16) >>> 0, 6);
    tail.writeUInt32LE(claims.offset ?? (offset64 === undefined ? at : 0xffffffff), 10);
    const madeBy = Buffer.from([20, 3]);
    facts.writeUInt16LE(extra.length, 24);
    central.push(Buffer.concat([Buffer.from('PK\u0001\u0002', 'latin1'), madeBy, facts, tail, title, extra]));
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

function offsetField(offset: bigint): Buffer {
  const field = Buffer.alloc(12);
  field.writeUInt16LE(1, 0);
  field.writeUInt16LE(8, 2);
  field.writeBigUInt64LE(offset, 4);
  return field;
}

const END_BYTES = 22;

/** Adds zip64 end record and locator (APPNOTE 4.3.14 and 4.3.15), with offsets that may be wrong. */
export function withZip64(zip: Buffer, at: { record?: bigint; directory?: bigint; count?: bigint }): Buffer {
  const body = zip.subarray(0, zip.length - END_BYTES);
  const end = zip.subarray(zip.length - END_BYTES);
  const record = Buffer.alloc(56);
  record.write('PK\u0006\u0006', 'latin1');
  record.writeBigUInt64LE(44n, 4);
  record.writeBigUInt64LE(at.count ?? BigInt(end.readUInt16LE(10)), 32);
  record.writeBigUInt64LE(at.directory ?? BigInt(end.readUInt32LE(16)), 48);
  const locator = Buffer.alloc(20);
  locator.write('PK\u0006\u0007', 'latin1');
  locator.writeBigUInt64LE(at.record ?? BigInt(body.length), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([body, record, locator, end]);
}
