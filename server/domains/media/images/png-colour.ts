import { open } from 'node:fs/promises';

export type ImageInput = string | Buffer;

// PNG colour without a profile: the chunks gAMA and cHRM (PNG 1.2, 11.3.3), which libvips ignores. Like in Chromium,
// sRGB and iCCP win over both, and cHRM counts only with gAMA.

type Triple = readonly [number, number, number];
type Matrix = readonly [Triple, Triple, Triple];

export type PngColour = {
  bits: 8 | 16;
  /** Exponent from stored samples to light. */
  exponent: number;
  /** From light of the file's primaries to light of sRGB. Absent when both are the same. */
  matrix?: Matrix;
};

const SIGNATURE_BYTES = 8;
/** Length and type precede a chunk's data, a checksum follows. */
const CHUNK_HEAD_BYTES = 8;
const CHECKSUM_BYTES = 4;
/** The chunks we need precede the pixels. No sane file has more chunks there. */
const CHUNKS_MAX_COUNT = 64;
const IHDR_BYTES = 13;
const CHRM_BYTES = 32;
/** Both chunks store hundred-thousandths. */
const FIXED = 100_000;
/** Screens assume this gamma by default. A gAMA near its inverse changes nothing. */
const SCREEN_GAMMA = 2.2;
const NEARNESS = 0.05;

const BRADFORD: Matrix = [
  [0.8951, 0.2664, -0.1614],
  [-0.7502, 1.7135, 0.0367],
  [0.0389, -0.0685, 1.0296],
];
/** xy of D65 and of the sRGB primaries (IEC 61966-2-1). */
const D65 = [0.3127, 0.329] as const;
const SRGB = [
  [0.64, 0.33],
  [0.3, 0.6],
  [0.15, 0.06],
] as const;

/** Undefined when the picture needs no conversion, like most. */
export async function readPngColour(input: ImageInput): Promise<PngColour | undefined> {
  const chunks = await readChunks(input);
  if (chunks.has('sRGB') || chunks.has('iCCP') || chunks.has('cICP')) return;
  const gamma = (chunks.get('gAMA')?.readUInt32BE(0) ?? 0) / FIXED;
  if (gamma < 0.05 || gamma > 20) return;
  const chrm = chunks.get('cHRM');
  const matrix = chrm && matrixOf(chrm);
  if (!matrix && Math.abs(gamma * SCREEN_GAMMA - 1) < NEARNESS) return;
  const bits = chunks.get('IHDR')?.[8] === 16 ? 16 : 8;
  return { bits, exponent: 1 / gamma, ...(matrix && { matrix }) };
}

async function readChunks(input: ImageInput): Promise<Map<string, Buffer>> {
  const sizes: Readonly<Record<string, number>> = {
    IHDR: IHDR_BYTES,
    gAMA: 4,
    cHRM: CHRM_BYTES,
    sRGB: 0,
    iCCP: 0,
    cICP: 0,
  };
  const file = typeof input === 'string' ? await open(input, 'r') : undefined;
  const read = async (at: number, length: number): Promise<Buffer> => {
    if (typeof input !== 'string') return input.subarray(at, at + length);
    const buffer = Buffer.alloc(length);
    const { bytesRead = 0 } = (await file?.read(buffer, 0, length, at)) ?? {};
    return buffer.subarray(0, bytesRead);
  };
  const found = new Map<string, Buffer>();
  try {
    if ((await read(0, 4)).toString('latin1') !== '\x89PNG') return found;
    let at = SIGNATURE_BYTES;
    for (let count = 0; count < CHUNKS_MAX_COUNT; count += 1) {
      const head = await read(at, CHUNK_HEAD_BYTES);
      if (head.length < CHUNK_HEAD_BYTES) break;
      const [length, type] = [head.readUInt32BE(0), head.toString('latin1', 4)];
      if (type === 'IDAT') break;
      const size = sizes[type];
      const data = size === undefined ? undefined : await read(at + CHUNK_HEAD_BYTES, size);
      if (data && data.length === size && length >= size) found.set(type, data);
      at += CHUNK_HEAD_BYTES + length + CHECKSUM_BYTES;
    }
    return found;
  } finally {
    await file?.close();
  }
}

function matrixOf(chrm: Buffer): Matrix | undefined {
  const xy = (at: number): readonly [number, number] => [
    chrm.readUInt32BE(at) / FIXED,
    chrm.readUInt32BE(at + 4) / FIXED,
  ];
  const white = xy(0);
  const primaries = [xy(8), xy(16), xy(24)] as const;
  const own = toXyz(primaries, white);
  const screen = toXyz(SRGB, D65);
  const back = screen && invert(screen);
  if (!own || !back) return;
  const matrix = multiply(back, multiply(adaptation(white), own));
  const isSame = matrix.every((row, r) =>
    row.every((value, c) => Math.abs(value - (r === c ? 1 : 0)) < 0.01),
  );
  const isSane = matrix.every((row) => row.every((value) => Math.abs(value) < 10));
  return isSame || !isSane ? undefined : matrix;
}

const xyzOf = ([x, y]: readonly [number, number]): Triple => [x / y, 1, (1 - x - y) / y];

/** The columns are the primaries, scaled so that together they make the white. */
function toXyz(
  primaries: readonly (readonly [number, number])[],
  white: readonly [number, number],
): Matrix | undefined {
  if (white[1] <= 0 || primaries.some(([, y]) => y <= 0)) return;
  const [red, green, blue] = primaries.map(xyzOf) as [Triple, Triple, Triple];
  const columns = transpose([red, green, blue]);
  const back = invert(columns);
  if (!back) return;
  const [r, g, b] = apply(back, xyzOf(white));
  return multiply(columns, [
    [r, 0, 0],
    [0, g, 0],
    [0, 0, b],
  ]);
}

/** Bradford adaptation to the white of sRGB. */
function adaptation(white: readonly [number, number]): Matrix {
  const [from, to] = [apply(BRADFORD, xyzOf(white)), apply(BRADFORD, xyzOf(D65))];
  const scale: Matrix = [
    [to[0] / from[0], 0, 0],
    [0, to[1] / from[1], 0],
    [0, 0, to[2] / from[2]],
  ];
  const back = invert(BRADFORD);
  return back ? multiply(back, multiply(scale, BRADFORD)) : scale;
}

const apply = (matrix: Matrix, [x, y, z]: Triple): Triple => {
  const [a, b, c] = matrix.map(([p, q, r]) => p * x + q * y + r * z);
  return [a ?? 0, b ?? 0, c ?? 0];
};

const transpose = ([a, b, c]: Matrix): Matrix => [
  [a[0], b[0], c[0]],
  [a[1], b[1], c[1]],
  [a[2], b[2], c[2]],
];

const multiply = (one: Matrix, other: Matrix): Matrix => {
  const [a, b, c] = transpose(other).map((column) => apply(one, column)) as [Triple, Triple, Triple];
  return transpose([a, b, c]);
};

function invert([[a, b, c], [d, e, f], [g, h, i]]: Matrix): Matrix | undefined {
  const determinant = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
  if (Math.abs(determinant) < 1e-9) return;
  const over = (value: number): number => value / determinant;
  return [
    [over(e * i - f * h), over(c * h - b * i), over(b * f - c * e)],
    [over(f * g - d * i), over(a * i - c * g), over(c * d - a * f)],
    [over(d * h - e * g), over(b * g - a * h), over(a * e - b * d)],
  ];
}

/** Sixteen bits keep the steps of dark linear samples. */
const STEPS = 0xffff;

const encodeLight = (light: number): number =>
  light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055;

const toScreen = (): Uint8Array =>
  Uint8Array.from({ length: STEPS + 1 }, (_, step) => Math.round(255 * encodeLight(step / STEPS)));

/** Three samples per pixel. 16-bit samples are in machine byte order. */
export function toSrgb(data: Buffer, { bits, exponent, matrix }: PngColour): Buffer {
  const samples = bits === 16 ? new Uint16Array(data.buffer, data.byteOffset, data.length / 2) : data;
  const maximum = 2 ** bits - 1;
  const light = Float32Array.from(
    { length: maximum + 1 },
    (_, sample) => STEPS * (sample / maximum) ** exponent,
  );
  const screen = toScreen();
  const out = Buffer.allocUnsafe(samples.length);
  const step = (value: number): number => (value <= 0 ? 0 : value >= STEPS ? STEPS : Math.round(value));
  const [r = [1, 0, 0], g = [0, 1, 0], b = [0, 0, 1]] = matrix ?? [];
  for (let at = 0; at + 2 < samples.length; at += 3) {
    const red = light[samples[at] as number] as number;
    const green = light[samples[at + 1] as number] as number;
    const blue = light[samples[at + 2] as number] as number;
    out[at] = screen[step(r[0] * red + r[1] * green + r[2] * blue)] as number;
    out[at + 1] = screen[step(g[0] * red + g[1] * green + g[2] * blue)] as number;
    out[at + 2] = screen[step(b[0] * red + b[1] * green + b[2] * blue)] as number;
  }
  return out;
}
