/** Contrast of the colours in tokens.css (WCAG 2.2, 1.4.3 and 1.4.11), and the weight of the font file. */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import t, { type Test } from 'tap';

const css = await readFile(join(import.meta.dirname, '../../pages/tokens.css'), 'utf8');
const colours = new Map(
  [...css.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)].map(
    ([, name, light, dark]) => [name, { light: light ?? '', dark: dark ?? '' }],
  ),
);
type Theme = 'light' | 'dark';
const colourOf = (name: string, theme: Theme): string => {
  const colour = colours.get(name);
  if (colour === undefined) throw new Error(`no colour is called ${name}`);
  return colour[theme];
};

/** WCAG 2.2, relative luminance. */
function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
function contrastOf(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const SURFACES = ['paper', 'raised', 'sunken'];
const atLeast = (t: Test, { ink, on, ratio }: { ink: string; on: string; ratio: number }) => {
  for (const theme of ['light', 'dark'] as const) {
    const found = contrastOf(colourOf(ink, theme), colourOf(on, theme));
    t.ok(found >= ratio, `${ink} on ${on}, ${theme}: ${found.toFixed(2)}, at least ${ratio}`);
  }
};

t.test(
  'text of every colour stands out by 4.5 on every surface, today’s cell of a calendar among them',
  (t) => {
    for (const ink of ['ink', 'muted', 'seal', 'good', 'warn', 'bad'])
      for (const on of SURFACES) atLeast(t, { ink, on, ratio: 4.5 });
    for (const state of ['seal', 'good', 'warn', 'bad'])
      for (const ink of ['ink', 'muted', state]) atLeast(t, { ink, on: `${state}-wash`, ratio: 4.5 });
    atLeast(t, { ink: 'on-seal', on: 'seal', ratio: 4.5 });
    t.end();
  },
);

t.test('borders of controls stand out by 3', (t) => {
  for (const on of SURFACES) atLeast(t, { ink: 'edge', on, ratio: 3 });
  t.end();
});

const FACE_MAX_BYTES = 25_000;

t.test("the heading's face is small", async (t) => {
  const { size } = await stat(join(import.meta.dirname, '../../pages/fonts/piazzolla.woff2'));
  t.ok(size < FACE_MAX_BYTES, `${size} bytes`);
});
