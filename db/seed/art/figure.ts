// Draws a figure on a skeleton of thick strokes. The feet are at 0,0, and an adult is 560 units tall.

import type { Look, Pose, Sight } from './cast.ts';
import { heads } from './creatures.ts';
import type { HeadInks } from './head.ts';
import { mix } from './palette.ts';
import { circle, line, n, outlined, type Point } from './shapes.ts';

type Limb = [Point, Point, Point];

type Joints = {
  arms: [number, number, number, number];
  legs: [number, number, number, number];
  lean: number;
  drop: number;
};

/** Angles in degrees from hanging down, towards the viewer's right. Upper before lower limb, left before right. */
const poses: Record<Pose, Joints> = {
  stand: { arms: [-12, -4, 12, 4], legs: [-5, -3, 5, 3], lean: 0, drop: 0 },
  walk: { arms: [-30, 6, 26, 50], legs: [-24, -34, 24, 6], lean: 3, drop: 8 },
  run: { arms: [-58, 30, 46, 128], legs: [-40, -96, 52, -8], lean: 12, drop: 22 },
  sit: { arms: [-10, 30, 16, 50], legs: [62, 0, 80, 4], lean: -2, drop: 118 },
  point: { arms: [-14, -4, 84, 92], legs: [-8, -4, 8, 4], lean: 2, drop: 0 },
  raise: { arms: [-142, -166, 142, 166], legs: [-10, -5, 10, 5], lean: 0, drop: 0 },
  fold: { arms: [-26, 78, 26, -78], legs: [-6, -3, 6, 3], lean: 0, drop: 0 },
  think: { arms: [-24, 76, 30, 196], legs: [-6, -3, 6, 3], lean: -2, drop: 0 },
  hold: { arms: [-22, 58, 22, -40], legs: [-5, -3, 5, 3], lean: 0, drop: 0 },
  wave: { arms: [-12, -4, 112, 176], legs: [-5, -3, 5, 3], lean: -2, drop: 0 },
  hips: { arms: [-46, 34, 46, -34], legs: [-10, -6, 10, 6], lean: 0, drop: 0 },
  reach: { arms: [52, 78, 66, 86], legs: [-14, -20, 16, 6], lean: 8, drop: 6 },
  carry: { arms: [-12, -4, 46, 186], legs: [-5, -3, 5, 3], lean: 0, drop: 0 },
  swim: { arms: [-150, -172, 150, 172], legs: [-12, -20, 12, 20], lean: 0, drop: 0 },
};

const along = (from: Point, degrees: number, length: number): Point => ({
  x: from.x + Math.sin((degrees * Math.PI) / 180) * length,
  y: from.y + Math.cos((degrees * Math.PI) / 180) * length,
});

const at = (point: Point): string => `${n(point.x)} ${n(point.y)}`;

/** Centre and scale of the head, so that cameras and balloon tails can aim. */
export function headOf(look: Look, pose: Pose): Point & { scale: number } {
  const child = look.build === 'child';
  const joints = poses[pose];
  return { x: joints.lean * 3.6, y: (child ? -330 : -492) + joints.drop, scale: child ? 0.8 : 0.68 };
}

const limb = (points: Limb, thick: number, color: string, ink: string, width: number): string => {
  const d = `M${at(points[0])}L${at(points[1])}L${at(points[2])}`;
  return line(d, ink, thick + width * 2) + line(d, color, thick);
};

function skeletonOf(joints: Joints, size: number, wide: number) {
  const hip = { x: 0, y: -262 * size + joints.drop };
  const chest = { x: joints.lean * 3, y: -408 * size + joints.drop };
  const limbs = (
    angles: [number, number, number, number],
    roots: [Point, Point],
    lengths: [number, number],
  ) =>
    ([0, 2] as const).map((index): Limb => {
      const root = roots[index / 2] ?? roots[0];
      const joint = along(root, angles[index] ?? 0, lengths[0] * size);
      return [root, joint, along(joint, angles[index + 1] ?? 0, lengths[1] * size)];
    });
  const legs = limbs(
    joints.legs,
    [
      { x: -26 * size * wide, y: hip.y },
      { x: 26 * size * wide, y: hip.y },
    ],
    [128, 126],
  );
  const arms = limbs(
    joints.arms,
    [
      { x: chest.x - 62 * size * wide, y: chest.y + 16 },
      { x: chest.x + 62 * size * wide, y: chest.y + 16 },
    ],
    [88, 84],
  );
  const neck: Limb = [
    { x: chest.x, y: chest.y + 10 },
    { x: chest.x, y: chest.y - 10 },
    { x: chest.x + joints.lean * 0.6, y: chest.y - 34 * size },
  ];
  return { hip, chest, legs, arms, neck };
}

/** `width` is the outline in figure units. With `sight.bare`, the figure is a silhouette in ink. */
export function drawFigure(given: Look, sight: Sight, givenInks: HeadInks, width: number): string {
  const flat = givenInks.ink;
  const look: Look = sight.bare
    ? { ...given, skin: flat, top: flat, bottom: flat, hairColor: flat, hatColor: flat }
    : given;
  const inks = sight.bare ? { ink: flat, paper: flat, accent: flat } : givenInks;
  const child = look.build === 'child';
  const size = child ? 0.66 : 1;
  const wide = look.build === 'wide' ? 1.3 : look.build === 'slim' ? 0.88 : 1;
  const joints = poses[sight.pose];
  const garment = look.garment ?? 'shirt';
  const bottom = look.bottom ?? mix(look.top, inks.ink, 0.55);
  const sleeve = garment === 'bare' ? look.skin : look.top;
  const { hip, chest, legs, arms, neck } = skeletonOf(joints, size, wide);
  const ink = inks.ink;
  let drawn =
    sight.pose === 'carry'
      ? umbrellaOver(
          headOf(look, sight.pose),
          arms[1]?.[2] ?? chest,
          sight.bare ? flat : (look.umbrella ?? inks.accent),
          inks,
          width,
        )
      : '';
  for (const leg of legs) {
    drawn += limb(
      leg,
      40 * size,
      (garment === 'dress' && sight.pose !== 'run') || garment === 'bare' ? look.skin : bottom,
      ink,
      width,
    );
    const foot = leg[2];
    drawn += outlined(
      `M${n(foot.x - 20 * size)} ${n(foot.y - 10)}Q${n(foot.x - 22 * size)} ${n(foot.y + 22)} ${n(foot.x)} ${n(foot.y + 22)}H${n(foot.x + 44 * size)}Q${n(foot.x + 44 * size)} ${n(foot.y - 6)} ${n(foot.x + 14 * size)} ${n(foot.y - 12)}z`,
      ink,
      ink,
      width,
    );
  }
  drawn += limb(neck, 38 * size, look.skin, ink, width);
  const back = sight.back ? arms : [];
  for (const arm of back)
    drawn +=
      limb(arm, 32 * size, sleeve, ink, width) +
      circle(arm[2].x, arm[2].y, 17 * size, look.skin, `stroke="${ink}" stroke-width="${n(width)}"`);
  drawn += torso(garment, look, chest, hip, size * wide, size, bottom, inks, width);
  if (!sight.back) {
    for (const [index, arm] of arms.entries()) {
      drawn +=
        circle(arm[2].x, arm[2].y, 18 * size, look.skin, `stroke="${ink}" stroke-width="${n(width)}"`) +
        limb(
          [
            arm[0],
            arm[1],
            { x: arm[1].x + (arm[2].x - arm[1].x) * 0.84, y: arm[1].y + (arm[2].y - arm[1].y) * 0.84 },
          ],
          32 * size,
          sleeve,
          ink,
          width,
        );
      drawn += circle(arm[0].x + (index ? -11 : 11) * size, arm[0].y + 7 * size, 17 * size, sleeve);
    }
  }
  if (look.extras?.includes('scarf'))
    drawn +=
      outlined(
        `M${n(chest.x - 44)} ${n(chest.y - 22)}Q${n(chest.x)} ${n(chest.y + 8)} ${n(chest.x + 44)} ${n(chest.y - 22)}L${n(chest.x + 40)} ${n(chest.y + 10)}Q${n(chest.x)} ${n(chest.y + 34)} ${n(chest.x - 40)} ${n(chest.y + 10)}z`,
        inks.accent,
        ink,
        width,
      ) + outlined(`M${n(chest.x + 14)} ${n(chest.y + 14)}l34 88l-30 8l-20 -86z`, inks.accent, ink, width);
  const head = headOf(look, sight.pose);
  const skull = heads[look.kind ?? 'human'](look, sight, inks, width / head.scale);
  return `${drawn}<g transform="translate(${n(head.x)} ${n(head.y)}) rotate(${n(joints.lean * 0.5)}) scale(${head.scale})">${skull}</g>`;
}

function umbrellaOver(head: Point, hand: Point, color: string, inks: HeadInks, width: number): string {
  const y = head.y - 96;
  const left = head.x - 158;
  const right = head.x + 178;
  const top = { x: head.x + 12, y: y - 78 };
  const rim = `${n(right)} ${n(y)}q-42 -26 -84 0q-42 -26 -84 0q-42 -26 -84 0q-42 -26 -84 0`;
  return (
    line(`M${n(hand.x)} ${n(hand.y + 16)}L${at(top)}`, inks.ink, 9) +
    outlined(
      `M${n(left)} ${n(y)}Q${n(left + 30)} ${n(top.y - 40)} ${at(top)}Q${n(right - 30)} ${n(top.y - 40)} ${rim}z`,
      color,
      inks.ink,
      width * 2,
    ) +
    line(
      `M${n(head.x - 74)} ${n(y - 2)}Q${n(head.x - 50)} ${n(y - 70)} ${at(top)}Q${n(head.x + 74)} ${n(y - 70)} ${n(head.x + 94)} ${n(y - 2)}M${at(top)}v-16`,
      inks.ink,
      width,
    )
  );
}

function torso(
  garment: string,
  look: Look,
  chest: Point,
  hip: Point,
  wide: number,
  size: number,
  bottom: string,
  inks: HeadInks,
  width: number,
): string {
  const top = garment === 'bare' ? look.skin : look.top;
  const shoulders = 78 * wide;
  const waist = (garment === 'bare' ? 50 : 56) * wide;
  const hem = { coat: 150, dress: 120, apron: 90, hoodie: 22, suit: 24, shirt: 14, bare: 0 }[garment] ?? 14;
  const flare = { coat: 92, dress: 104, apron: 62, hoodie: 66, suit: 62, shirt: 58, bare: 50 }[garment] ?? 58;
  const y = hip.y + hem * size;
  const shape = `M${n(chest.x - shoulders * 0.42)} ${n(chest.y - 18 * size)}Q${n(chest.x - shoulders)} ${n(chest.y - 14 * size)} ${n(chest.x - shoulders)} ${n(chest.y + 26)}L${n(hip.x - waist)} ${n(hip.y - 20)}L${n(hip.x - flare * wide)} ${n(y)}H${n(hip.x + flare * wide)}L${n(hip.x + waist)} ${n(hip.y - 20)}L${n(chest.x + shoulders)} ${n(chest.y + 26)}Q${n(chest.x + shoulders)} ${n(chest.y - 14 * size)} ${n(chest.x + shoulders * 0.42)} ${n(chest.y - 18 * size)}Q${n(chest.x)} ${n(chest.y + 6)} ${n(chest.x - shoulders * 0.42)} ${n(chest.y - 18 * size)}z`;
  const middle = (chest.x + hip.x) / 2;
  let drawn = outlined(shape, top, inks.ink, width * 2);
  if (garment === 'coat')
    drawn +=
      line(`M${n(chest.x)} ${n(chest.y)}L${n(middle)} ${n(y)}`, inks.ink, width) +
      outlined(
        `M${n(chest.x - 26 * size)} ${n(chest.y - 20)}L${n(chest.x)} ${n(chest.y + 46)}L${n(chest.x + 26 * size)} ${n(chest.y - 20)}L${n(chest.x + 40 * size)} ${n(chest.y + 20)}L${n(chest.x)} ${n(chest.y + 84)}L${n(chest.x - 40 * size)} ${n(chest.y + 20)}z`,
        mix(top, inks.paper, 0.22),
        inks.ink,
        width,
      );
  if (garment === 'suit')
    drawn +=
      outlined(
        `M${n(chest.x - 24 * size)} ${n(chest.y - 18)}L${n(chest.x)} ${n(chest.y + 70)}L${n(chest.x + 24 * size)} ${n(chest.y - 18)}z`,
        inks.paper,
        inks.ink,
        width,
      ) + line(`M${n(chest.x)} ${n(chest.y + 4)}V${n(chest.y + 56)}`, inks.accent, 12 * size);
  if (garment === 'hoodie')
    drawn +=
      line(
        `M${n(chest.x - 16)} ${n(chest.y + 6)}v40M${n(chest.x + 16)} ${n(chest.y + 6)}v40`,
        inks.paper,
        width * 1.2,
      ) + line(`M${n(hip.x - 36)} ${n(hip.y - 8)}q36 -40 72 0`, inks.ink, width);
  if (garment === 'apron')
    drawn += outlined(
      `M${n(chest.x - 40 * size)} ${n(chest.y + 34)}H${n(chest.x + 40 * size)}L${n(hip.x + 58 * wide)} ${n(y)}H${n(hip.x - 58 * wide)}z`,
      inks.accent,
      inks.ink,
      width,
    );
  if (garment === 'bare')
    drawn += outlined(
      `M${n(hip.x - 52 * wide)} ${n(hip.y - 26)}H${n(hip.x + 52 * wide)}L${n(hip.x + 54 * wide)} ${n(hip.y + 34)}H${n(hip.x - 54 * wide)}z`,
      bottom,
      inks.ink,
      width,
    );
  return drawn;
}
