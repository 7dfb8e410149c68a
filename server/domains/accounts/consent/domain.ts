import { defineDomain } from '../../define.ts';
import { consentContract } from './contract.ts';
import { consentRoutes } from './routes.ts';

export const consent = defineDomain({ name: 'consent', contract: consentContract, routes: consentRoutes });
