import { defineDomain } from '../define.ts';
import { adsContract } from './contract.ts';
import { adsRoutes } from './routes.ts';

export const ads = defineDomain({ name: 'ads', contract: adsContract, routes: adsRoutes });
