// Every demo story in seeding order. The first stories reach the landing page within seconds.

import type { StorySource } from '../types.ts';
import { ashStreet } from './ash-street.ts';
import { balkonien } from './balkonien.ts';
import { bruno } from './bruno.ts';
import { downHere } from './down-here.ts';
import { laneFour } from './lane-four.ts';
import { leiseUhren } from './leise-uhren.ts';
import { mothQueen } from './moth-queen.ts';
import { nachtfaehre } from './nachtfaehre.ts';
import { perihelion } from './perihelion.ts';
import { room313 } from './room-313.ts';
import { saltRoad } from './salt-road.ts';
import { seaFroze } from './sea-froze.ts';
import { spaeti } from './spaeti.ts';
import { spinCycle } from './spin-cycle.ts';
import { twoUmbrellas } from './two-umbrellas.ts';

export const storySources: readonly StorySource[] = [
  ashStreet,
  twoUmbrellas,
  laneFour,
  spaeti,
  mothQueen,
  bruno,
  perihelion,
  downHere,
  spinCycle,
  nachtfaehre,
  balkonien,
  seaFroze,
  room313,
  saltRoad,
  leiseUhren,
];
