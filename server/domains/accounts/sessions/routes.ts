import type { Deps } from '../../../deps.ts';
import type { Call } from '../../../lib/contract.ts';
import { safePath } from '../../../lib/forms.ts';
import { type CallContext, defineRoutes } from '../../../lib/mount.ts';
import { asReader } from '../../../lib/viewer.ts';
import {
  clearSessionCookies,
  keepTicket,
  setDeviceCookie,
  setSessionCookies,
} from '../../../plugins/cookies.ts';
import { findBadgedAccount, type OwnAccount } from '../accounts/queries.ts';
import { sessionsContract } from './contract.ts';
import { markDevice } from './devices.ts';
import { changePassword, requestReset, resetPassword } from './passwords.ts';
import { CONFIRMED_COOKIE } from './rules.ts';
import {
  endSession,
  findSignUpProblems,
  listSessions,
  type Origin,
  type SignedIn,
  signIn,
  signUp,
} from './service.ts';

export const sessionsRoutes = defineRoutes<typeof sessionsContract, Deps>(
  sessionsContract,
  {
    'POST /users': async (context) => {
      const { deps, body, locale, request } = context;
      const account = {
        email: body.email,
        password: body.password,
        displayName: body.display_name,
        dateOfBirth: body.date_of_birth,
        guardianConsent: body.guardian_consent === true,
        language: body.language ?? locale,
        timezone: body.timezone,
        subscribeToEmails: body.notifications?.subscribe_to_emails === true,
      };
      const signedIn = await signUp(deps, account, originOf(context));
      return { ...(await welcome(context, signedIn)), message: request.translate('account_created') };
    },
    'POST /auth/mail': async (context) => {
      const { deps, body, request } = context;
      const signedIn = await keepTicket(context, signIn(deps, body, originOf(context)));
      const account = await welcome(context, signedIn);
      return signedIn.kept ? { ...account, message: request.translate('account_kept') } : account;
    },
    'DELETE /auth/session': async ({ deps, viewer, reply }) => {
      await endSession(deps, viewer);
      clearSessionCookies(reply, deps.config);
      return undefined;
    },
    'GET /auth/sessions': async ({ deps, viewer }) => ({ sessions: await listSessions(deps, viewer) }),
    'DELETE /auth/sessions/:id': async ({ deps, viewer, params, reply }) => {
      await endSession(deps, viewer, params.id);
      if (params.id === viewer.sessionId) clearSessionCookies(reply, deps.config);
      return undefined;
    },
    'POST /forgotten_passwords': async ({ deps, body, locale, request }) => {
      const back = safePath(body.back);
      await requestReset(deps, { email: body.email, address: request.ip, locale, back });
      return { message: request.translate('reset_mail_sent') };
    },
    'POST /user/reset_passwords': async (context) => {
      const { deps, body, request } = context;
      const { userId, disconnected } = await resetPassword(deps, {
        token: body.token,
        password: body.password,
        confirmation: body.password_confirmation,
        address: request.ip,
      });
      // Access to the mailbox proves the owner, even if a stranger has exhausted the account's attempts.
      await rememberDevice(context, userId);
      clearSessionCookies(context.reply, deps.config);
      const notice = disconnected.length > 0 ? 'password_reset' : 'password_changed';
      return { message: request.translate(notice), disconnected: [...disconnected] };
    },
    'PUT /user/passwords': async (context) => {
      const { deps, viewer, body, request } = context;
      await changePassword(deps, viewer, {
        current: body.current_password,
        password: body.password,
        confirmation: body.password_confirmation,
      });
      await rememberDevice(context, viewer.id);
      return { message: request.translate('password_changed') };
    },
  },
  {
    'POST /users': (given, { deps, request }) =>
      findSignUpProblems(
        deps,
        {
          email: given.email,
          password: given.password,
          displayName: given.display_name,
          dateOfBirth: given.date_of_birth,
          guardianConsent: given.guardian_consent === true,
        },
        { address: request.ip },
      ),
  },
);

type Visit = Pick<CallContext<Call, Deps>, 'deps' | 'request' | 'reply'>;

const originOf = ({ request }: Pick<Visit, 'request'>): Origin => ({
  address: request.ip,
  userAgent: request.headers['user-agent'] ?? '',
  device: request.cookies.device,
  confirmedDevice: request.cookies[CONFIRMED_COOKIE],
});

async function welcome(
  context: Visit,
  { userId, token }: SignedIn,
): Promise<OwnAccount & { auth_token: string }> {
  const { deps, reply, request } = context;
  const account = await findBadgedAccount(deps, asReader(userId), request);
  const { publisher, date_of_birth: dateOfBirth } = account.user;
  setSessionCookies(reply, deps, { token, publisher, dateOfBirth });
  await rememberDevice(context, userId);
  return { auth_token: token, ...account };
}

async function rememberDevice({ deps, request, reply }: Visit, userId: string): Promise<void> {
  const cookie = await markDevice(deps, userId, request.cookies.device);
  if (cookie !== null) setDeviceCookie(reply, deps.config, cookie);
}
