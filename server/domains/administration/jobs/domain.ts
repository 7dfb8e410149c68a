import { defineDomain } from '../../define.ts';
import { queuesContract } from './contract.ts';
import { queuesRoutes } from './routes.ts';

/** What administrators see of the workers, and do about them; `operations` owns what is written of it. */
export const queues = defineDomain({ name: 'queues', contract: queuesContract, routes: queuesRoutes });
