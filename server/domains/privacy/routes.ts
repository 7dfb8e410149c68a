import type { Deps } from '../../deps.ts';
import { unavailable } from '../../lib/errors.ts';
import { defineRoutes } from '../../lib/mount.ts';
import { privacyContract } from './contract.ts';

export const privacyRoutes = defineRoutes<typeof privacyContract, Deps>(privacyContract, {
  'POST /user/export': soon,
  'GET /user/exports': soon,
  'GET /user/exports/:id': soon,
  'DELETE /user': soon,
});

async function soon(): Promise<never> {
  throw unavailable('service_unavailable');
}
