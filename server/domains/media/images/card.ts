import { join } from 'node:path';
import { type StoryColour, toRgb } from './colour.ts';
import { type Crop, cutSquare } from './covers.ts';
import { lay, openImage, type Pixels } from './engine.ts';
import type { Derivative } from './pieces.ts';
import type { ImageInput } from './png-colour.ts';

// The card for shared links: the cover on its own colour, which fades into dots like the story page (pages/tokens.css).
// Our name is a drawn mark. The title is left out, since not every machine has a font for every title.

export const CARD = { width: 1200, height: 630 } as const;

const PAPER = [250, 248, 243] as const;
/** The colour ends here, and dots follow. In pixels of the card. */
const FLOOD_HEIGHT = 350;
const STEP = 12;
const ROWS = 13;
const COVER = { side: 550, left: 610, top: 40 } as const;
const MARK = join(import.meta.dirname, 'card-mark.png');

type Rgb = readonly [number, number, number];

/** Same as `--flood` of the light theme, on which ink is readable for every hue. */
export function floodOf({ hue, chroma }: StoryColour): Rgb {
  const yellow = Math.max(0, Math.cos(((hue - 85) * Math.PI) / 180));
  return toRgb({ lightness: 0.872, chroma: Math.min(chroma * 0.85, 0.064 + 0.056 * yellow), hue });
}

/** Coverage of a pixel by dots, from 0 to 1. Each row of dots is smaller than the one above. */
function coverage(x: number, y: number): number {
  if (y < FLOOD_HEIGHT) return 1;
  const near = Math.round((y - FLOOD_HEIGHT) / STEP);
  let most = 0;
  for (let row = Math.max(0, near - 1); row <= Math.min(ROWS - 1, near + 1); row += 1) {
    const shift = row % 2 === 0 ? 0 : STEP;
    const across = Math.abs(((x - shift + STEP) % (2 * STEP)) - STEP);
    const distance = Math.hypot(across, y - FLOOD_HEIGHT - row * STEP);
    most = Math.max(most, Math.min(1, Math.max(0, ROWS + 0.8 - row - distance)));
  }
  return most;
}

function drawGround(colour: Rgb): Pixels {
  const { width, height } = CARD;
  const data = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y += 1) {
    const span = Array.from({ length: 2 * STEP }, (_, x) => coverage(x + 2 * STEP, y));
    for (let x = 0; x < width; x += 1) {
      const part = span[x % span.length] ?? 0;
      for (const channel of [0, 1, 2] as const) {
        const value = colour[channel] * part + PAPER[channel] * (1 - part);
        data[(y * width + x) * 3 + channel] = Math.round(value);
      }
    }
  }
  return { width, height, data };
}

/** Every network shows a JPEG. `crop` is the cover's. */
export async function makeCard(
  input: ImageInput,
  { crop, colour }: { crop?: Crop | undefined; colour: StoryColour },
): Promise<Derivative> {
  const cover = await cutSquare(input, { crop, side: COVER.side });
  const { data: mark, width, height } = await markPixels();
  const data = await lay(drawGround(floodOf(colour)), [
    { data: mark, size: { width, height }, channels: 4, left: 0, top: 0 },
    { data: cover.data, size: cover, channels: 3, left: COVER.left, top: COVER.top },
  ]);
  return { name: `${CARD.width}.jpg`, ...CARD, contentType: 'image/jpeg', data };
}

async function markPixels() {
  const { data, info } = await openImage(MARK).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}
