// Scenes name the roles of inks, never colours, so that each story keeps its own look.

export type Palette = {
  ink: string;
  paper: string;
  a: string;
  b: string;
  c: string;
  tone: string;
  deep: string;
};

export type Light = { sky: string; glow: string; far: string; mid: string; near: string; lamp: string };

export function lightOf(palette: Palette, night: boolean, turn: number): Light {
  const { ink, paper, a, b, c, tone, deep } = palette;
  if (night) {
    const glow = [a, b, a, c][turn % 4] ?? a;
    return { sky: deep, glow, far: turn % 3 === 1 ? b : c, mid: turn % 2 ? ink : deep, near: ink, lamp: a };
  }
  const sky = [tone, paper, a, tone, b][turn % 5] ?? tone;
  const far = sky === b ? tone : b;
  return { sky, glow: sky === a ? paper : a, far, mid: c, near: deep, lamp: sky === paper ? a : paper };
}

const channel = (color: string, at: number) => Number.parseInt(color.slice(at, at + 2), 16) / 255;

/** Relative luminance as in WCAG 2.2, to tell dark inks from light ones. */
export const luminance = (color: string): number => {
  const linear = [1, 3, 5].map((at) => {
    const value = channel(color, at);
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (linear[0] ?? 0) + 0.7152 * (linear[1] ?? 0) + 0.0722 * (linear[2] ?? 0);
};

/** Blends two inks, `share` of the second into the first. */
export const mix = (first: string, second: string, share: number): string =>
  `#${[1, 3, 5]
    .map((at) =>
      Math.round((channel(first, at) * (1 - share) + channel(second, at) * share) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
