import { decode } from './engine.ts';
import { readHeader } from './inspect.ts';
import type { ImageInput } from './png-colour.ts';

// The colour of a story (`--h` and `--c` of its page), picked from its cover. OKLCH follows
// https://bottosson.github.io/posts/oklab/, like CSS Color 4.

export type Oklch = { lightness: number; chroma: number; hue: number };
/** Hue in whole degrees, chroma in hundredths. The theme sets the lightness. */
export type StoryColour = { hue: number; chroma: number };

type Lab = { l: number; a: number; b: number };
type Shade = Lab & { chroma: number; weight: number; share: number };

/** The strongest colour in the design: printed ink, never neon. */
const maxChroma = 0.16;
/** Below this a colour looks grey, and its hue is random. */
const greyChroma = 0.008;
/** Shades closer than this in OKLab count as one colour. */
const nearness = 0.1;
const hueWindowDegrees = 25;
/** A colour on less of the cover than this is an accent. Its chroma shrinks with its share. */
const fullVoiceShare = 0.15;
const sampleSide = 64;

export function toOklch(red: number, green: number, blue: number): Oklch {
  const { l, a, b } = toOklab(red, green, blue);
  return { lightness: l, chroma: Math.hypot(a, b), hue: hueOf(a, b) };
}

/** The dominant colour of a cover: large and saturated areas count most, paper white and near black little. */
export async function storyColour(input: ImageInput): Promise<StoryColour> {
  await readHeader(input);
  const { data } = await decode(input, (image) =>
    image.resize({ width: sampleSide, height: sampleSide, fit: 'fill' }),
  );
  return pickColour(data);
}

export function pickColour(pixels: Uint8Array): StoryColour {
  const shades = shadesOf(pixels).filter((shade) => shade.chroma > greyChroma);
  const [first, ...others] = shades.toSorted((one, other) => other.weight - one.weight).slice(0, 48);
  if (!first) return { hue: 0, chroma: 0 };
  let chosen = first;
  let most = weightNear(first, shades);
  for (const shade of others) {
    const weight = weightNear(shade, shades);
    if (weight > most) [chosen, most] = [shade, weight];
  }
  return average(chosen, shades);
}

function average(chosen: Shade, shades: readonly Shade[]): StoryColour {
  const hue = hueOf(chosen.a, chosen.b);
  const kin = shades.filter((shade) => hueDistance(hueOf(shade.a, shade.b), hue) <= hueWindowDegrees);
  const sum = (of: (shade: Shade) => number) => kin.reduce((total, shade) => total + of(shade), 0);
  const weight = sum((shade) => shade.weight);
  const voice = Math.min(1, sum((shade) => shade.share) / fullVoiceShare);
  const chroma = (sum((shade) => shade.weight * shade.chroma) / weight) * voice;
  const mean = hueOf(
    sum((shade) => shade.weight * shade.a),
    sum((shade) => shade.weight * shade.b),
  );
  return { hue: Math.round(mean) % 360, chroma: Math.round(Math.min(maxChroma, chroma) * 100) / 100 };
}

/** Bins the colours to five bits per channel and averages each bin, so that they are few. */
function shadesOf(pixels: Uint8Array): Shade[] {
  const bins = new Map<number, { red: number; green: number; blue: number; count: number }>();
  for (let at = 0; at + 2 < pixels.length; at += 3) {
    const [red = 0, green = 0, blue = 0] = pixels.subarray(at, at + 3);
    const key = ((red >> 3) << 10) | ((green >> 3) << 5) | (blue >> 3);
    const bin = bins.get(key) ?? { red: 0, green: 0, blue: 0, count: 0 };
    bins.set(key, bin);
    bin.red += red;
    bin.green += green;
    bin.blue += blue;
    bin.count += 1;
  }
  const total = pixels.length / 3;
  return [...bins.values()].map(({ red, green, blue, count }) => {
    const lab = toOklab(red / count, green / count, blue / count);
    const chroma = Math.hypot(lab.a, lab.b);
    const share = count / total;
    return { ...lab, chroma, share, weight: share * chroma ** 0.6 * presence(lab.l, chroma) };
  });
}

/** Near black all hues look alike, and light pale areas are paper. */
function presence(lightness: number, chroma: number): number {
  const light = Math.min(1, Math.max(0, (lightness - 0.08) / 0.3));
  return lightness > 0.6 && chroma < 0.07 ? light * 0.3 : light;
}

function weightNear(centre: Shade, shades: readonly Shade[]): number {
  let sum = 0;
  for (const { l, a, b, weight } of shades) {
    if (Math.hypot(l - centre.l, a - centre.a, b - centre.b) < nearness) sum += weight;
  }
  return sum;
}

function toOklab(red: number, green: number, blue: number): Lab {
  const [r, g, b] = [linear(red), linear(green), linear(blue)];
  const long = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const medium = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const short = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return {
    l: 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
    a: 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short,
    b: 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short,
  };
}

export function toRgb({ lightness, chroma, hue }: Oklch): [number, number, number] {
  const [a, b] = [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)];
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    eightBits(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short),
    eightBits(-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short),
    eightBits(-0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short),
  ];
}

function eightBits(light: number): number {
  const value = light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055;
  return Math.round(255 * Math.min(1, Math.max(0, value)));
}

function linear(channel: number): number {
  const value = channel / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

function hueOf(a: number, b: number): number {
  return ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360;
}

function hueDistance(one: number, other: number): number {
  const difference = Math.abs(one - other) % 360;
  return Math.min(difference, 360 - difference);
}
