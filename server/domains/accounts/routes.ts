import type { Deps } from '../../deps.ts';
import { defineRoutes } from '../../lib/mount.ts';
import { accountsContract } from './contract.ts';
import { findOwnAccount } from './queries.ts';

export const accountsRoutes = defineRoutes<typeof accountsContract, Deps>(accountsContract, {
  'GET /user/account': async ({ deps, viewer }) => findOwnAccount(deps, viewer.id),
  'GET /auth/my_profile': async ({ deps, viewer }) => findOwnAccount(deps, viewer.id),
});
