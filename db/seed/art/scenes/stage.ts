import type { Light, Palette } from '../palette.ts';
import type { Random } from '../random.ts';

export type Stage = { w: number; h: number; random: Random; palette: Palette; light: Light; night: boolean };
export type Scene = (stage: Stage) => string;

export const steps = (count: number): number[] => Array.from({ length: count }, (_unused, index) => index);
