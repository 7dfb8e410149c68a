// Halftone dots on a rotated grid. Their size follows a strength between 0 and 1.

import { type Box, n } from './shapes.ts';

export type Strength = (u: number, v: number) => number;

const dot = (x: number, y: number, r: number): string =>
  `M${n(x - r)} ${n(y)}a${n(r)} ${n(r)} 0 1 0 ${n(2 * r)} 0a${n(r)} ${n(r)} 0 1 0 ${n(-2 * r)} 0`;

/** `strength` receives positions inside the box as 0–1. `pitch` is the distance between rows in pixels. */
export function screentone(box: Box, color: string, strength: Strength, pitch = 17): string {
  let d = '';
  let odd = false;
  for (let y = box.y; y <= box.y + box.h + pitch; y += pitch) {
    for (let x = box.x + (odd ? pitch : 0); x <= box.x + box.w + pitch; x += pitch * 2) {
      const power = strength((x - box.x) / box.w, (y - box.y) / box.h);
      const r = Math.sqrt(Math.max(0, Math.min(1, power))) * pitch * 0.92;
      if (r > 1.2) d += dot(x, y, r);
    }
    odd = !odd;
  }
  return d ? `<path d="${d}" fill="${color}"/>` : '';
}

export const fromTop =
  (reach = 0.6, peak = 0.7): Strength =>
  (_u, v) =>
    peak * (1 - v / reach);
export const fromBottom =
  (reach = 0.6, peak = 0.7): Strength =>
  (_u, v) =>
    peak * (1 - (1 - v) / reach);
export const fromLeft =
  (reach = 0.6, peak = 0.7): Strength =>
  (u) =>
    peak * (1 - u / reach);
export const fromRight =
  (reach = 0.6, peak = 0.7): Strength =>
  (u) =>
    peak * (1 - (1 - u) / reach);
export const aroundMiddle =
  (inner = 0.3, peak = 0.8): Strength =>
  (u, v) =>
    peak * ((Math.hypot(u - 0.5, v - 0.5) - inner) / (0.75 - inner));
export const flat =
  (power = 0.2): Strength =>
  () =>
    power;
