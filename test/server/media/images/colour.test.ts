import t from 'tap';
import { pickColour } from '#server/domains/media/images/colour.ts';
import { storyColour, toOklch } from '#server/domains/media/images.ts';
import { draw } from '#test/support/pictures.ts';

type Rgb = readonly [number, number, number];

function mix(...parts: [share: number, colour: Rgb][]): Uint8Array {
  return Uint8Array.from(
    parts.flatMap(([share, colour]) => Array.from({ length: share * 10 }, () => colour).flat()),
  );
}

const black: Rgb = [20, 17, 15];
const paper: Rgb = [246, 241, 231];
const yellow: Rgb = [242, 194, 48];
const navy: Rgb = [20, 34, 66];
const red: Rgb = [208, 44, 52];

t.test('OKLCH agrees with the published values', async (t) => {
  // Reference values of CSS Color 4 for sRGB primaries.
  const table: [Rgb, [number, number, number]][] = [
    [
      [255, 255, 255],
      [1, 0, 0],
    ],
    [
      [0, 0, 0],
      [0, 0, 0],
    ],
    [
      [255, 0, 0],
      [0.628, 0.2577, 29.23],
    ],
    [
      [0, 255, 0],
      [0.8664, 0.2948, 142.5],
    ],
    [
      [0, 0, 255],
      [0.452, 0.3132, 264.05],
    ],
  ];
  for (const [rgb, [lightness, chroma, hue]] of table) {
    const found = toOklch(...rgb);
    t.ok(Math.abs(found.lightness - lightness) < 0.001, `lightness of ${rgb}`);
    t.ok(Math.abs(found.chroma - chroma) < 0.001, `chroma of ${rgb}`);
    if (chroma > 0) t.ok(Math.abs(found.hue - hue) < 0.2, `hue of ${rgb}`);
  }
});

t.test('a plain picture has its own hue, and a strong colour is held back', async (t) => {
  for (const [rgb, hue] of [
    [red, 25],
    [yellow, 88],
    [[30, 140, 60], 149],
    [[40, 80, 220], 266],
  ] as const) {
    const png = await draw({ width: 40, height: 40, format: 'png' }, () => rgb);
    const found = await storyColour(png);
    t.ok(Math.abs(found.hue - hue) <= 4, `${rgb}: ${found.hue}`);
    t.ok(found.chroma > 0.1 && found.chroma <= 0.16, `${rgb}: ${found.chroma}`);
  }
});

t.test('grey, black and white have no colour', async (t) => {
  for (const rgb of [black, [0, 0, 0], [255, 255, 255], [128, 128, 128]] as const) {
    t.strictSame(pickColour(mix([100, rgb])), { hue: 0, chroma: 0 });
  }
  t.strictSame(pickColour(new Uint8Array()), { hue: 0, chroma: 0 });
});

t.test('large saturated areas win over paper, night and small accents', async (t) => {
  const hue = (pixels: Uint8Array) => pickColour(pixels).hue;
  const between = (found: number, low: number, high: number) =>
    t.ok(found >= low && found <= high, `hue ${found}`);
  between(hue(mix([55, black], [35, yellow], [10, paper])), 82, 94);
  between(hue(mix([50, paper], [25, red], [25, black])), 18, 30);
  between(hue(mix([50, navy], [30, red], [20, paper])), 18, 30);
  between(hue(mix([80, navy], [4, red], [16, paper])), 255, 275);
});

t.test('a small accent on a colourless cover speaks softly', async (t) => {
  const loud = pickColour(mix([70, black], [30, red]));
  const soft = pickColour(mix([95, black], [5, red]));
  t.ok(soft.chroma < loud.chroma / 2);
  t.equal(soft.hue, loud.hue);
});
