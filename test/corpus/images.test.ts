import { readFile } from 'node:fs/promises';
import t from 'tap';
import {
  IMAGE_MAX_BYTES,
  type ImageRefusal,
  inspectImage,
  makeAvifDerivatives,
  makeCoverDerivatives,
  planPage,
} from '../../server/domains/media/images.ts';
import { corpusRows, corpusFile as fileOf } from '../support/corpus.ts';
import { checkDerivatives, makePage } from '../support/made-pages.ts';
import { difference, look, verdict } from '../support/pictures.ts';

const rows = await corpusRows(['images', 'comics']);
const page = { strip: false };

await t.test(
  'PAG-08 PAG-10 STO-26 EPI-17 OPS-08 every file is taken or refused as its row says, and becomes clean pictures of the foretold size',
  async (t) => {
    const before = process.memoryUsage().rss;
    let most = before;
    for (const { file, expected } of rows) {
      const found = await verdict(() => inspectImage(fileOf(file)));
      const again = await verdict(async () => inspectImage(await readFile(fileOf(file))));
      t.equal(again, found, `${file}: a path and a buffer are judged alike, and twice alike`);
      if (expected === 'reject') t.not(found, 'accepted', file);
      if (expected === 'accept' || expected === 'over-dim') t.equal(found, 'accepted', file);
      let made: Awaited<ReturnType<typeof makePage>> = [];
      const processed = await verdict(async () => {
        made = await makePage(fileOf(file));
      });
      t.equal(processed, found, `${file}: processing comes to the same verdict`);
      most = Math.max(most, process.memoryUsage().rss);
      if (expected !== 'accept' && expected !== 'over-dim') continue;
      const sizes = made.map(({ width, height }) => ({ width, height }));
      t.strictSame(sizes, planPage(await inspectImage(fileOf(file)), page), file);
      for (const piece of made) await checkDerivatives(t, piece);
    }
    const grown = Math.round((most - before) / 1e6);
    t.ok(grown < 300, `memory stays bounded (grew by ${grown} MB)`);
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
});

await t.test(
  'PAG-09 PAG-11 STO-27 EPI-18 exactly 3 MiB is taken, one byte more is refused everywhere',
  async (t) => {
    t.equal(IMAGE_MAX_BYTES, 3_145_728);
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
    // Each file draws its own number. The rest of the scene is the same.
    t.ok(difference(upright, turned) < 8, `orientation ${orientation} looks like orientation 1`);
  }
  const facts = await inspectImage(fileOf('images/recurser-Landscape_6.jpg'));
  t.strictSame([facts.width, facts.height, facts.orientation], [1800, 1200, 6]);
});

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
