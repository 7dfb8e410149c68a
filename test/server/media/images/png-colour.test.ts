/** PNG colours without a profile look as in browsers. */
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import t from 'tap';
import { readPngColour } from '#server/domains/media/images/png-colour.ts';
import { makeCoverDerivatives } from '#server/domains/media/images.ts';
import { collectDerivatives, look } from '#test/support/pictures.ts';

type Chunk = [type: string, data: Buffer];

const AFTER_IHDR = 33;

/** A solid square with these chunks before its pixels. */
async function png(colour: readonly [number, number, number], chunks: readonly Chunk[], bits: 8 | 16 = 8) {
  const side = 80;
  const data = bits === 8 ? Buffer.alloc(side * side * 3) : new Uint16Array(side * side * 3);
  for (let at = 0; at < data.length; at += 1) data[at] = colour[at % 3] ?? 0;
  const raw = { width: side, height: side, channels: 3 } as const;
  const image = sharp(data as Buffer, { raw });
  const plain = await (bits === 8 ? image : image.toColourspace('rgb16')).png().toBuffer();
  const extra = chunks.map(([type, body]) => {
    const named = Buffer.concat([Buffer.from(type), body]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(body.length);
    sum.writeUInt32BE(crc32(named));
    return Buffer.concat([length, named, sum]);
  });
  return Buffer.concat([plain.subarray(0, AFTER_IHDR), ...extra, plain.subarray(AFTER_IHDR)]);
}

const fixed = (...values: number[]): Buffer => {
  const data = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) data.writeUInt32BE(Math.round(value * 100_000), index * 4);
  return data;
};

const ADOBE_RGB: Chunk = ['cHRM', fixed(0.3127, 0.329, 0.64, 0.33, 0.21, 0.71, 0.15, 0.06)];
const SRGB: Chunk = ['cHRM', fixed(0.3127, 0.329, 0.64, 0.33, 0.3, 0.6, 0.15, 0.06)];
const SCREEN: Chunk = ['gAMA', fixed(0.45455)];
const LINEAR: Chunk = ['gAMA', fixed(1)];

async function shown(file: Buffer): Promise<number[]> {
  const { derivatives } = await makeCoverDerivatives(file, { purpose: 'episode_cover' });
  const jpeg = (await collectDerivatives(derivatives)).find(({ name }) => name.endsWith('.jpg'));
  return (await look(jpeg?.data ?? Buffer.alloc(0))).at(40, 40);
}

const near = (one: readonly number[], other: readonly number[], by: number): boolean =>
  one.every((value, index) => Math.abs(value - (other[index] ?? 0)) <= by);

await t.test('PAG-10 gAMA and cHRM without a profile count as in browsers', async (t) => {
  const grey = [55, 55, 55] as const;
  const red = [200, 50, 50] as const;
  const table: [string, Buffer, number[]][] = [
    ['linear light', await png(grey, [LINEAR]), [128, 128, 128]],
    ['linear light in 16 bits', await png([14_135, 14_135, 14_135], [LINEAR], 16), [128, 128, 128]],
    ['wide primaries', await png(red, [SCREEN, ADOBE_RGB]), [230, 49, 51]],
    ['those of screens', await png(red, [SCREEN, SRGB]), [...red]],
    ['the gamma of screens', await png(grey, [SCREEN]), [...grey]],
    ['primaries alone', await png(red, [ADOBE_RGB]), [...red]],
    ['sRGB wins', await png(grey, [['sRGB', Buffer.from([0])], LINEAR]), [...grey]],
    ['nothing said', await png(red, []), [...red]],
  ];
  for (const [name, file, wanted] of table) {
    const found = await shown(file);
    t.ok(near(found, wanted, 4), `${name}: ${found.join(' ')} for ${wanted.join(' ')}`);
  }
});

await t.test('PAG-12 chunks that make no sense change nothing', async (t) => {
  const colour: Chunk[] = [
    ['gAMA', fixed(0)],
    ['gAMA', Buffer.alloc(1)],
    ['gAMA', Buffer.alloc(4, 0xff)],
  ];
  for (const chunk of colour) t.equal(await readPngColour(await png([9, 9, 9], [chunk])), undefined);
  for (const values of [
    [0, 0, 0, 0, 0, 0, 0, 0],
    [0.3, 0.3, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5],
    [0.3, 0.3, 0.6],
  ])
    t.equal(
      await readPngColour(await png([9, 9, 9], [SCREEN, ['cHRM', fixed(...values)]])),
      undefined,
      values.join(' '),
    );
  t.equal(await readPngColour(Buffer.from('no picture')), undefined);
});
