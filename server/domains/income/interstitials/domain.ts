import { houseAds } from '#db/schema/index.ts';
import { defineDomain, SELDOM_MS } from '../../define.ts';
import { adsContract } from './contract.ts';
import { fillHouseAds } from '../house-ads/service.ts';
import { adsRoutes } from './routes.ts';

export const ads = defineDomain({
  name: 'ads',
  contract: adsContract,
  routes: adsRoutes,
  tables: [houseAds],
  sweeps: [{ name: 'ads.fill', everyMs: SELDOM_MS, run: fillHouseAds }],
});
