import { mix } from '../palette.ts';
import { aroundMiddle, screentone } from '../screentone.ts';
import { circle, ellipse, line, n, path, polygon, rect } from '../shapes.ts';
import { type Scene, steps } from './stage.ts';

export const well: Scene = (stage) => {
  const { w, h, palette, light, random } = stage;
  const middle = { x: w * random.between(0.4, 0.6), y: h * random.between(0.38, 0.5) };
  const reach = Math.hypot(w, h) * 0.62;
  const rings = 7;
  let drawn = rect(0, 0, w, h, palette.ink);
  for (let ring = rings; ring > 0; ring -= 1) {
    const outer = (reach * ring) / rings;
    const inner = outer - (reach / rings) * 0.88;
    const count = 9 + ring * 2;
    const color = mix(palette.tone, palette.ink, 0.45 + (ring / rings) * 0.5);
    for (let stone = 0; stone < count; stone += 1) {
      const from = ((stone + (ring % 2) * 0.5) / count) * Math.PI * 2;
      const to = from + ((Math.PI * 2) / count) * 0.9;
      const at = (angle: number, r: number) => ({
        x: middle.x + Math.cos(angle) * r,
        y: middle.y + Math.sin(angle) * r,
      });
      drawn += polygon(
        [at(from, inner), at(from, outer), at(to, outer), at(to, inner)],
        random.chance(0.2) ? mix(color, palette.ink, 0.3) : color,
      );
    }
  }
  const hole = reach / rings + 10;
  return (
    drawn +
    circle(middle.x, middle.y, hole, stage.night ? palette.ink : light.glow) +
    screentone({ x: 0, y: 0, w, h }, palette.ink, aroundMiddle(0.3, 0.8), 19)
  );
};

export const tunnel: Scene = (stage) => {
  const { w, h, palette, light, random } = stage;
  const arch = (share: number) => {
    const wide = w * share;
    const high = h * share;
    return `M${n(w / 2 - wide / 2)} ${n(h * 0.5 + high * 0.5)}V${n(h * 0.5 - high * 0.1)}Q${n(w / 2)} ${n(h * 0.5 - high * 0.8)} ${n(w / 2 + wide / 2)} ${n(h * 0.5 - high * 0.1)}V${n(h * 0.5 + high * 0.5)}z`;
  };
  const shares = [1.15, 0.9, 0.68, 0.5, 0.34, 0.2];
  const drips = steps(5)
    .map(() => {
      const x = random.between(0, w);
      return line(`M${n(x)} ${n(random.between(0, h * 0.2))}v${n(random.between(20, 70))}`, palette.tone, 4);
    })
    .join('');
  return (
    rect(0, 0, w, h, palette.ink) +
    shares
      .map((share, index) =>
        path(
          arch(share),
          index === 5 ? light.lamp : mix(palette.deep, index % 2 ? palette.tone : palette.ink, 0.28),
          `stroke="${palette.ink}" stroke-width="8"`,
        ),
      )
      .join('') +
    ellipse(w / 2, h * 0.92, w * 0.4, h * 0.05, mix(palette.deep, light.lamp, 0.3)) +
    screentone({ x: 0, y: 0, w, h }, palette.ink, aroundMiddle(0.2, 0.85), 18) +
    drips
  );
};
