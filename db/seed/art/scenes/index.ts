import { blinds, burst, dark, speed, split, tone } from './abstract.ts';
import { bridge, platform, roof, street } from './city.ts';
import { tunnel, well } from './depths.ts';
import { facade, shopfront } from './fronts.ts';
import { bedroom, cafe, corridor, hall, lockers, room, stairs } from './indoors.ts';
import { desert, field, forest, hill } from './nature.ts';
import { cockpit, laundromat, pool, shop, space, stands, sun } from './special.ts';
import { deck, harbor, sea, underwater } from './water.ts';

export const scenes = {
  street,
  roof,
  shopfront,
  facade,
  platform,
  bridge,
  room,
  bedroom,
  stairs,
  cafe,
  lockers,
  hall,
  corridor,
  forest,
  field,
  hill,
  sea,
  deck,
  harbor,
  underwater,
  well,
  tunnel,
  desert,
  space,
  cockpit,
  pool,
  stands,
  laundromat,
  shop,
  sun,
  burst,
  speed,
  tone,
  split,
  dark,
  blinds,
};
export type SceneName = keyof typeof scenes;
