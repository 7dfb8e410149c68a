/** Writes a country database in MaxMind's format (MaxMind DB File Format 2.0), for IPv4 networks only. */
type Value = string | number | readonly Value[] | { readonly [key: string]: Value };

const MARKER = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1');
const TYPES = { text: 2, uint32: 6, map: 7, array: 11 } as const;

const control = (type: number, size: number): Buffer => {
  if (size > 28) throw new Error('longer than this writer needs');
  return type > 7 ? Buffer.from([size, type - 7]) : Buffer.from([(type << 5) | size]);
};

function encode(value: Value): Buffer {
  if (typeof value === 'string') {
    const text = Buffer.from(value);
    return Buffer.concat([control(TYPES.text, text.length), text]);
  }
  if (typeof value === 'number') return Buffer.concat([control(TYPES.uint32, 4), uint32(value)]);
  if (Array.isArray(value))
    return Buffer.concat([control(TYPES.array, value.length), ...value.map((part: Value) => encode(part))]);
  const entries = Object.entries(value);
  return Buffer.concat([
    control(TYPES.map, entries.length),
    ...entries.flatMap(([key, part]) => [encode(key), encode(part)]),
  ]);
}

const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

type Node = [Node | Leaf | null, Node | Leaf | null];
type Leaf = { at: number };

/** `{ '203.0.113.0/24': { country: { iso_code: 'DE' } } }`. Networks must not overlap. */
export function makeCountryDatabase(networks: Readonly<Record<string, Value>>): Buffer {
  const root: Node = [null, null];
  const data: Buffer[] = [];
  let at = 0;
  for (const [network, record] of Object.entries(networks)) {
    const [address = '', length = '32'] = network.split('/');
    const bits = address
      .split('.')
      .map((part) => Number(part).toString(2).padStart(8, '0'))
      .join('')
      .slice(0, Number(length));
    let node = root;
    for (const bit of bits.slice(0, -1)) {
      const next = node[bit === '1' ? 1 : 0];
      const step: Node = Array.isArray(next) ? next : [null, null];
      node[bit === '1' ? 1 : 0] = step;
      node = step;
    }
    node[bits.endsWith('1') ? 1 : 0] = { at };
    const bytes = encode(record);
    data.push(bytes);
    at += bytes.length;
  }
  const nodes: Node[] = [];
  const collect = (node: Node): void => {
    nodes.push(node);
    for (const next of node) if (Array.isArray(next)) collect(next);
  };
  collect(root);
  const target = (next: Node | Leaf | null): Buffer => {
    if (next === null) return uint32(nodes.length);
    // The data section begins 16 zero bytes after the tree.
    return uint32(Array.isArray(next) ? nodes.indexOf(next) : nodes.length + 16 + next.at);
  };
  const metadata = encode({
    node_count: nodes.length,
    record_size: 32,
    ip_version: 4,
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1,
    database_type: 'Test-Country',
    languages: ['en'],
    description: { en: 'made by a test' },
  });
  const tree = Buffer.concat(nodes.flatMap((node) => node.map(target)));
  return Buffer.concat([tree, Buffer.alloc(16), ...data, MARKER, metadata]);
}
