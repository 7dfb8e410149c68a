import { defineDomain } from '../../define.ts';
import { liveContract } from './contract.ts';
import { liveRoutes } from './routes.ts';

export const live = defineDomain({ name: 'live', contract: liveContract, routes: liveRoutes });
