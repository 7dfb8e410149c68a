import type { Deps } from '../../deps.ts';
import type { Call } from '../../lib/contract.ts';
import { unavailable } from '../../lib/errors.ts';
import { type CallContext, defineRoutes } from '../../lib/mount.ts';
import { clearSessionCookies, setSessionCookies } from '../../plugins/cookies.ts';
import { findOwnAccount, type OwnAccount } from '../accounts/queries.ts';
import { sessionsContract } from './contract.ts';
import { endSession, type SignedIn, signIn, signUp } from './service.ts';

export const sessionsRoutes = defineRoutes<typeof sessionsContract, Deps>(sessionsContract, {
  'POST /users': async (context) => {
    const { deps, body, locale, request } = context;
    const signedIn = await signUp(deps, {
      email: body.email,
      password: body.password,
      displayName: body.display_name,
      dateOfBirth: body.date_of_birth,
      guardianConsent: body.guardian_consent === true,
      language: body.language ?? locale,
      subscribeToEmails: body.notifications?.subscribe_to_emails === true,
      userAgent: request.headers['user-agent'] ?? '',
    });
    return { ...(await welcome(context, signedIn)), message: request.translate('account_created') };
  },
  'POST /auth/mail': async (context) => {
    const { deps, body, request } = context;
    const userAgent = request.headers['user-agent'] ?? '';
    return welcome(context, await signIn(deps, { ...body, address: request.ip, userAgent }));
  },
  'DELETE /auth/session': async ({ deps, viewer, reply }) => {
    await endSession(deps, viewer);
    clearSessionCookies(reply, deps.config);
    return undefined;
  },
  'GET /auth/sessions': soon,
  'DELETE /auth/sessions/:id': soon,
  'POST /forgotten_passwords': soon,
  'POST /user/reset_passwords': soon,
  'PUT /user/passwords': soon,
});

async function soon(): Promise<never> {
  throw unavailable('service_unavailable');
}

async function welcome(
  { deps, reply }: Pick<CallContext<Call, Deps>, 'deps' | 'reply'>,
  { userId, token }: SignedIn,
): Promise<OwnAccount & { auth_token: string }> {
  const account = await findOwnAccount(deps, userId);
  setSessionCookies(reply, deps.config, { token, publisher: account.user.publisher });
  return { auth_token: token, ...account };
}
