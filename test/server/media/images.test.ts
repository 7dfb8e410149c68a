import sharp from 'sharp';
import t from 'tap';
import {
  IMAGE_MAX_BYTES,
  inspectImage,
  makeAvifDerivatives,
  makeCoverDerivatives,
  planPage,
} from '#server/domains/media/images.ts';
import { checkDerivatives, makePage } from '../../support/made-pages.ts';
import { draw, look, verdict } from '../../support/pictures.ts';
import { samplePage } from '../../support/sample-page.ts';

const page = { strip: false };

await t.test(
  'PAG-12 a drawing named .png never reaches a decoder, and none but JPEG and PNG can be opened',
  async (t) => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect/></svg>');
    t.equal(await verdict(() => inspectImage(svg)), 'unsupported_type');
    // Both signatures at once: the outer type is JPEG, so the SVG decoder is never used.
    const both = Buffer.concat([Buffer.from('ffd8ff', 'hex'), svg]);
    t.equal(await verdict(() => inspectImage(both)), 'damaged');
  },
);

const foundIn = (head: string) =>
  inspectImage(Buffer.concat([Buffer.from(head), Buffer.alloc(2000)])).then(
    () => 'taken',
    ({ found }: { found?: string }) => found,
  );

await t.test('PAG-08 PAG-12 the reason of a refusal is named', async (t) => {
  const jpeg = await samplePage(60, 80);
  const zeros = Buffer.alloc(2000);
  const wanted: [Buffer, string][] = [
    [Buffer.alloc(0), 'empty'],
    [Buffer.from('x'), 'not_an_image'],
    [Buffer.from('<!doctype html><title>x</title>'), 'not_an_image'],
    [Buffer.concat([Buffer.from('%PDF-1.7\n'), zeros]), 'unsupported_type'],
    [Buffer.concat([Buffer.from('GIF89a'), zeros]), 'unsupported_type'],
    [jpeg.subarray(0, jpeg.length / 2), 'damaged'],
  ];
  for (const [data, reason] of wanted) {
    t.equal(await verdict(() => inspectImage(data)), reason, data.subarray(0, 12).toString('latin1'));
  }
  for (const brand of [
    'heic',
    'heix',
    'heim',
    'heis',
    'hevc',
    'hevx',
    'hevm',
    'hevs',
    'mif1',
    'mif2',
    'msf1',
  ])
    t.equal(await foundIn(`\0\0\0\x18ftyp${brand}\0\0\0\0mif1heic`), 'heif', brand);
  t.equal(await foundIn('\0\0\0\x18ftypmif1\0\0\0\0mif1avif'), 'avif', 'its second brand names it');
  const wide = await draw({ width: 30_001, height: 1, format: 'png' }, () => [0, 0, 0]);
  t.equal(await verdict(() => inspectImage(wide)), 'side_too_long');
});

await t.test(
  'PAG-09 PAG-11 STO-27 EPI-18 exactly 3 MiB is taken, one byte more is refused everywhere',
  async (t) => {
    t.equal(IMAGE_MAX_BYTES, 3_145_728);
    const jpeg = await samplePage();
    const filledTo = (bytes: number): Buffer => Buffer.concat([jpeg, Buffer.alloc(bytes - jpeg.length)]);
    t.equal((await inspectImage(filledTo(IMAGE_MAX_BYTES))).bytes, IMAGE_MAX_BYTES);
    const over = filledTo(IMAGE_MAX_BYTES + 1);
    t.equal(await verdict(() => inspectImage(over)), 'too_large');
    t.equal(await verdict(() => makePage(over)), 'too_large');
    for (const purpose of ['cover', 'episode_cover', 'profile'] as const) {
      t.equal(await verdict(() => makeCoverDerivatives(over, { purpose })), 'too_large');
    }
  },
);

await t.test(
  'PAG-10 a page larger than 1440x2036 is scaled down in proportion, a smaller one is not enlarged',
  async (t) => {
    const sizeOf = async (width: number, height: number) => {
      const [piece] = await makePage(await samplePage(width, height));
      if (piece) await checkDerivatives(t, piece);
      return { size: [piece?.width, piece?.height], names: piece?.derivatives.map(({ name }) => name) };
    };
    t.strictSame(await sizeOf(1440, 2036), {
      size: [1440, 2036],
      names: ['360.webp', '720.webp', '1080.webp', '1080.jpg', '1440.webp'],
    });
    t.strictSame((await sizeOf(1441, 2036)).size, [1440, 2035]);
    t.strictSame(await sizeOf(600, 837), { size: [600, 837], names: ['360.webp', '600.webp', '600.jpg'] });
    t.strictSame(await sizeOf(1, 1), { size: [1, 1], names: ['1.webp', '1.jpg'] });
  },
);

await t.test('PAG-10 the orientation that the camera noted is applied', async (t) => {
  // Red above, blue below, as seen. The stored pixels are rotated by 90° to the left.
  const seen = await draw({ width: 300, height: 200, format: 'png' }, (_x, y) =>
    y < 100 ? [255, 0, 0] : [0, 0, 255],
  );
  const stored = await sharp(seen).rotate(270).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  const [piece] = await makePage(stored);
  t.strictSame([piece?.width, piece?.height], [300, 200]);
  const upright = await look(piece?.derivatives.at(-1)?.data ?? Buffer.alloc(0));
  t.ok(upright.at(150, 20)[0] > 200, 'red is above');
  t.ok(upright.at(150, 180)[2] > 200, 'blue is below');
});

await t.test('PAG-10 a strip is cut into pieces that join without loss, in order', async (t) => {
  // Red counts blocks of 64 rows, so the pixels show where each piece was cut.
  const height = 9001;
  const strip = await draw({ width: 800, height, format: 'png' }, (_x, y) => [y >> 6, 128, 255 - (y >> 6)]);
  const pieces = await makePage(strip, { strip: true });
  t.equal(pieces.length, 5);
  t.strictSame(
    pieces.map(({ index, count }) => [index, count]),
    [0, 1, 2, 3, 4].map((index) => [index, 5]),
  );
  let top = 0;
  for (const piece of pieces) {
    await checkDerivatives(t, piece);
    const own = await look(
      piece.derivatives.find(({ name }) => name === '800.webp')?.data ?? Buffer.alloc(0),
    );
    for (const y of [2, own.height >> 1, own.height - 3]) {
      t.ok(Math.abs(own.at(400, y)[0] - ((top + y) >> 6)) <= 3, `row ${top + y} is where it belongs`);
    }
    top += piece.height;
  }
  t.equal(top, height);
});

await t.test(
  'PAG-10 strips keep their width up to 1440 and their whole height, whatever it is',
  async (t) => {
    for (const height of [1, 2035, 2036, 2037, 4072, 4073, 20_000, 29_999]) {
      const plan = planPage({ width: 1440, height }, { strip: true });
      t.ok(plan.every((piece) => piece.width === 1440 && piece.height >= 1 && piece.height <= 2036));
      t.equal(
        plan.reduce((sum, piece) => sum + piece.height, 0),
        height,
        `${height} rows`,
      );
      t.ok(
        plan.slice(0, -1).every((piece) => piece.height % 4 === 0),
        'cuts fall on whole rows in every width',
      );
      const [first, last] = [plan[0]?.height ?? 0, plan.at(-1)?.height ?? 0];
      t.ok(first - last <= 4 * plan.length, 'no sliver at the end');
    }
    t.strictSame(planPage({ width: 2880, height: 6000 }, { strip: true }), [
      { width: 1440, height: 1500 },
      { width: 1440, height: 1500 },
    ]);
    t.strictSame(planPage({ width: 2880, height: 6000 }, page), [{ width: 977, height: 2036 }]);
  },
);

await t.test('OPS-08 AVIF is made in the widths of the page, piece by piece', async (t) => {
  const names: string[] = [];
  for await (const piece of makeAvifDerivatives(await samplePage(600, 837), page)) {
    for await (const { name, data, contentType } of piece.derivatives) {
      const seen = await look(data);
      t.equal(`${seen.width}.${seen.format}`, name);
      t.equal(contentType, 'image/avif');
      t.strictSame(seen.metadata, []);
      names.push(name);
    }
  }
  t.strictSame(names, ['360.avif', '600.avif']);
});
