import type { Deps } from '../../deps.ts';
import { unavailable } from '../../lib/errors.ts';
import { defineRoutes } from '../../lib/mount.ts';
import { accountsContract } from './contract.ts';
import { findOwnAccount } from './queries.ts';

export const accountsRoutes = defineRoutes<typeof accountsContract, Deps>(accountsContract, {
  'GET /user/account': async ({ deps, viewer }) => findOwnAccount(deps, viewer.id),
  'GET /auth/my_profile': async ({ deps, viewer }) => findOwnAccount(deps, viewer.id),
  'GET /user/profile': async ({ deps, viewer }) => findOwnAccount(deps, viewer.id),
  'PUT /user/profile': soon,
  'PUT /user/settings': soon,
  'POST /user/confirm_email': soon,
  'POST /user/confirm_email/resend': soon,
  'GET /timezones': soon,
  'GET /creator/content_languages': soon,
  'GET /creator/content_languages/preferred': soon,
  'PUT /creator/content_languages/preferred': soon,
});

async function soon(): Promise<never> {
  throw unavailable('service_unavailable');
}
