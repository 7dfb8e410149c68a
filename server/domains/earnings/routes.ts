import type { Deps } from '../../deps.ts';
import { defineRoutes } from '../../lib/mount.ts';
import { earningsContract } from './contract.ts';
import { findEarnings, listRevenue } from './queries.ts';

export const earningsRoutes = defineRoutes<typeof earningsContract, Deps>(earningsContract, {
  'GET /creator/revenue': async ({ deps, viewer }) => ({ rows: await listRevenue(deps, viewer) }),
  'GET /user/earnings': ({ deps, viewer }) => findEarnings(deps, viewer),
});
