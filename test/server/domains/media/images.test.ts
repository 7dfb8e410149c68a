import { readFile } from 'node:fs/promises';
import t, { type Test } from 'tap';
import {
  type ImageRefusal,
  inspectImage,
  makeAvifDerivatives,
  makeCoverDerivatives,
  makePageDerivatives,
  maxImageBytes,
  type PagePiece,
  planPage,
} from '../../../../server/domains/media/images.ts';
import {
  collectDerivatives,
  corpusRows,
  difference,
  draw,
  corpusFile as fileOf,
  look,
  verdict,
} from '../../../support/pictures.ts';

const rows = await corpusRows(['images', 'comics']);
const page = { strip: false };

type Made = Omit<PagePiece, 'derivatives'> & { derivatives: Awaited<ReturnType<typeof collectDerivatives>> };

async function makePage(input: string | Buffer, options = page): Promise<Made[]> {
  const made: Made[] = [];
  for await (const piece of makePageDerivatives(input, options)) {
    made.push({ ...piece, derivatives: await collectDerivatives(piece.derivatives) });
  }
  return made;
}

async function checkDerivatives(t: Test, { width, height, placeholder, derivatives }: Made) {
  t.ok(width <= 1440 && height <= 2036, 'fits a page');
  t.match(placeholder, /^data:image\/webp;base64,/);
  t.ok(placeholder.length <= 180, 'the placeholder is short');
  const widest = derivatives.filter(({ name }) => name.endsWith('.webp')).at(-1);
  t.equal(widest?.width, width, 'the piece is there in its own width');
  for (const { name, data, ...stated } of derivatives) {
    const seen = await look(data);
    t.equal(`${seen.width}.${seen.format.replace('jpeg', 'jpg')}`, name);
    t.equal(`image/${seen.format}`, stated.contentType);
    t.equal(seen.height, stated.height);
    t.equal(seen.frames, 1, 'one frame');
    t.strictSame(seen.metadata, [], 'no metadata');
    t.notMatch(data.toString('latin1'), /<script|<\?php|exif\0|http:\/\/ns\.adobe/i);
  }
}

await t.test(
  'PAG-12 a drawing named .png never reaches a decoder, and none but JPEG and PNG can be opened',
  async (t) => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect/></svg>');
    t.equal(await verdict(() => inspectImage(svg)), 'unsupported_type');
    // Both signatures at once: the outer type is JPEG, and the decoder for SVG stays shut.
    const both = Buffer.concat([Buffer.from('ffd8ff', 'hex'), svg]);
    t.equal(await verdict(() => inspectImage(both)), 'damaged');
  },
);

await t.test(
  'PAG-08 PAG-10 STO-26 EPI-17 every file of the corpus is taken or refused as its row says',
  async (t) => {
    const before = process.memoryUsage().rss;
    let most = before;
    for (const { file, expected } of rows) {
      const found = await verdict(() => inspectImage(fileOf(file)));
      const again = await verdict(async () => inspectImage(await readFile(fileOf(file))));
      t.equal(again, found, `${file}: a path and a buffer are judged alike, and twice alike`);
      if (expected === 'reject') t.not(found, 'accepted', file);
      if (expected === 'accept' || expected === 'over-dim') t.equal(found, 'accepted', file);
      const processed = await verdict(() => makePage(fileOf(file)));
      t.equal(processed, found, `${file}: processing comes to the same verdict`);
      most = Math.max(most, process.memoryUsage().rss);
    }
    const grown = Math.round((most - before) / 1e6);
    t.ok(grown < 300, `memory stays bounded (grew by ${grown} MB)`);
  },
);

await t.test(
  'PAG-10 OPS-08 the derivatives of every accepted file are clean pictures of the foretold size',
  async (t) => {
    for (const { file } of rows.filter(({ expected }) => expected === 'accept' || expected === 'over-dim')) {
      await t.test(file, async (t) => {
        const made = await makePage(fileOf(file));
        const sizes = made.map(({ width, height }) => ({ width, height }));
        t.strictSame(sizes, planPage(await inspectImage(fileOf(file)), page));
        for (const piece of made) await checkDerivatives(t, piece);
      });
    }
  },
);

await t.test('PAG-08 PAG-12 the reason of a refusal is named', async (t) => {
  const wanted: Record<string, ImageRefusal> = {
    'images/gen-empty.jpg': 'empty',
    'images/gen-one-byte.png': 'not_an_image',
    'images/gen-html-as.jpg': 'not_an_image',
    'images/patt-eicar.png': 'not_an_image',
    'images/gen-pdf-as.jpg': 'unsupported_type',
    'images/gen-svg-as.png': 'unsupported_type',
    'images/gen-gif-js.png': 'unsupported_type',
    'images/lovell-big-height.webp': 'unsupported_type',
    'images/lovell-uncompressed_tiff.tiff': 'unsupported_type',
    'images/lovell-relax.jp2': 'unsupported_type',
    'images/libvips-favicon.ico': 'unsupported_type',
    'images/gen-zero-dim.png': 'damaged',
    'images/gen-ihdr-lies-idat-short.png': 'damaged',
    'images/lovell-truncated.jpg': 'damaged',
    'images/gen-bomb-50000x50000-1bit.png': 'too_many_pixels',
    'images/gen-sof-65500x65500.jpg': 'too_many_pixels',
    'images/lovell-giant-image.jpg': 'too_many_pixels',
  };
  for (const [file, reason] of Object.entries(wanted)) {
    t.equal(await verdict(() => inspectImage(fileOf(file))), reason, file);
  }
  const gif = await inspectImage(fileOf('images/gen-gif-js.png')).catch((error) => error);
  t.equal(gif.found, 'gif');
  const wide = await draw({ width: 30_001, height: 1, format: 'png' }, () => [0, 0, 0]);
  t.equal(await verdict(() => inspectImage(wide)), 'side_too_long');
});

await t.test(
  'PAG-09 PAG-11 STO-27 EPI-18 exactly 3 MiB is taken, one byte more is refused everywhere',
  async (t) => {
    t.equal(maxImageBytes, 3_145_728);
    t.equal((await inspectImage(fileOf('images/gen-size-exactly-3MiB.jpg'))).bytes, 3_145_728);
    const over = fileOf('images/gen-size-3MiB-plus-1.jpg');
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
    const sizeOf = async (name: string) => {
      const [piece] = await makePage(fileOf(name));
      return { size: [piece?.width, piece?.height], names: piece?.derivatives.map(({ name }) => name) };
    };
    t.strictSame(await sizeOf('images/gen-dim-1440x2036.jpg'), {
      size: [1440, 2036],
      names: ['360.webp', '720.webp', '1080.webp', '1080.jpg', '1440.webp'],
    });
    t.strictSame((await sizeOf('images/gen-dim-1441x2036.jpg')).size, [1440, 2035]);
    t.strictSame((await sizeOf('images/ianare-28-hex_value.jpg')).size, [1440, 1920]);
    t.strictSame(await sizeOf('comics/haruko/01.jpg'), {
      size: [600, 837],
      names: ['360.webp', '600.webp', '600.jpg'],
    });
    t.strictSame(await sizeOf('images/gen-dim-1x1.png'), { size: [1, 1], names: ['1.webp', '1.jpg'] });
  },
);

await t.test('PAG-10 the orientation that the camera noted is applied', async (t) => {
  const seen = async (name: string) => {
    const [piece] = await makePage(fileOf(name));
    t.strictSame([piece?.width, piece?.height], [1440, 960], name);
    return look(piece?.derivatives[0]?.data ?? Buffer.alloc(0));
  };
  const upright = await seen('images/recurser-Landscape_1.jpg');
  for (const orientation of [0, 2, 3, 4, 5, 6, 7, 8]) {
    const turned = await seen(`images/recurser-Landscape_${orientation}.jpg`);
    // Each file draws its own number; the rest of the scene is the same.
    t.ok(difference(upright, turned) < 8, `orientation ${orientation} looks like orientation 1`);
  }
  const facts = await inspectImage(fileOf('images/recurser-Landscape_6.jpg'));
  t.strictSame([facts.width, facts.height, facts.orientation], [1800, 1200, 6]);
});

await t.test('PAG-10 a strip is cut into pieces that join without loss, in order', async (t) => {
  // The rows tell where they come from: red counts blocks of 64 rows, so the cuts can be checked in the pixels.
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

await t.test('PAG-10 colour becomes sRGB, transparency becomes paper white', async (t) => {
  const at = async (name: string, x: number, y: number) => {
    const [piece] = await makePage(fileOf(name));
    const fallback = piece?.derivatives.find(({ contentType }) => contentType === 'image/jpeg');
    const webp = piece?.derivatives.findLast(({ contentType }) => contentType === 'image/webp');
    return [await look(fallback?.data ?? Buffer.alloc(0)), await look(webp?.data ?? Buffer.alloc(0))].map(
      (l) => l.at(x, y),
    );
  };
  for (const colour of await at('images/lovell-full-transparent.png', 150, 150)) {
    t.ok(Math.min(...colour) >= 253, 'fully transparent is white in every format');
  }
  for (const [red, green, blue] of await at('images/lovell-p3.png', 4, 4)) {
    t.ok(red > 245 && green < 15 && blue < 15, 'red of Display P3 is red of sRGB');
  }
  for (const [red, green, blue] of await at('images/lovell-Channel_digital_image_CMYK_color.jpg', 60, 225)) {
    t.ok(green > red && red > blue + 20, 'the lawn of a CMYK picture is green');
  }
});

await t.test('OPS-08 AVIF is made in the widths of the page, piece by piece', async (t) => {
  const names: string[] = [];
  for await (const piece of makeAvifDerivatives(fileOf('comics/haruko/01.jpg'), page)) {
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
