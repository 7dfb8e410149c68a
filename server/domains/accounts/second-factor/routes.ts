import type { FastifyReply } from 'fastify';
import type { Deps } from '../../../deps.ts';
import type { Call } from '../../../lib/contract.ts';
import { type CallContext, defineRoutes } from '../../../lib/mount.ts';
import { asReader, type Viewer } from '../../../lib/viewer.ts';
import {
  clearHiddenCookie,
  setDeviceCookie,
  setHiddenCookie,
  setSessionCookies,
} from '../../../plugins/cookies.ts';
import { findBadgedAccount } from '../accounts/queries.ts';
import { markDevice } from '../sessions/devices.ts';
import { CONFIRMED_COOKIE, CONFIRMED_MS, TICKET_COOKIE } from '../sessions/rules.ts';
import { confirmDevice } from '../sessions/tickets.ts';
import { factorsContract } from './contract.ts';
import { answerNotice } from './notices.ts';
import { answerTicket, proofOptions, proveAgain, ticketOptions } from './proof.ts';
import { findFactors } from './queries.ts';
import { SHOWN_COOKIE, SHOWN_MS } from './rules.ts';
import {
  type Actor,
  beginPasskey,
  confirmApp,
  dropApp,
  dropPasskey,
  keepPasskey,
  renewRecoveryCodes,
  startApp,
  switchOff,
} from './service.ts';
import { wrapCodes } from './shown.ts';

export const factorsRoutes = defineRoutes<typeof factorsContract, Deps>(factorsContract, {
  'POST /auth/second_factor/options': async ({ deps, body, request }) => ({
    options: { ...(await ticketOptions(deps, ticketOf(request, body.ticket), request.ip)) },
  }),
  'POST /auth/second_factor': async (context) => {
    const { deps, body, request, reply } = context;
    const signedIn = await answerTicket(deps, {
      ticket: ticketOf(request, body.ticket),
      code: body.code,
      recoveryCode: body.recovery_code,
      passkey: body.passkey,
      userAgent: userAgentOf(request),
      address: request.ip,
      device: request.cookies.device,
    });
    const { userId, token } = signedIn;
    const account = await findBadgedAccount(deps, asReader(userId), request);
    const { publisher, date_of_birth: dateOfBirth } = account.user;
    setSessionCookies(reply, deps, { token, publisher, dateOfBirth });
    clearHiddenCookie(reply, deps.config, TICKET_COOKIE);
    const device = await markDevice(deps, userId, request.cookies.device);
    if (device !== null) setDeviceCookie(reply, deps.config, device);
    if (body.remember) await remember(context, userId);
    const answer = { auth_token: token, ...account };
    return signedIn.kept ? { ...answer, message: request.translate('account_kept') } : answer;
  },
  'POST /auth/fresh/options': async ({ deps, viewer, request }) => ({
    options: { ...(await proofOptions(deps, viewer, request.ip)) },
  }),
  'POST /auth/fresh': async ({ deps, viewer, body, request }) => {
    const { password, code, recovery_code: recoveryCode, passkey } = body;
    const given = { password, code, recoveryCode, passkey };
    const until = await proveAgain(deps, viewer, {
      ...given,
      address: request.ip,
      userAgent: userAgentOf(request),
    });
    return { message: request.translate('proven'), fresh_until: until.toISOString() };
  },
  'GET /user/second_factor': async ({ deps, viewer }) => findFactors(deps, viewer.id),
  'POST /user/second_factor/app': async ({ deps, viewer }) => startApp(deps, viewer),
  'PUT /user/second_factor/app': async ({ deps, viewer, body, request, reply }) => {
    const { recoveryCodes } = await confirmApp(deps, by(viewer, request), body.code);
    show(deps, reply, viewer.sessionId, recoveryCodes);
    return { message: request.translate('factor_on'), recovery_codes: recoveryCodes };
  },
  'DELETE /user/second_factor/app': async ({ deps, viewer, request }) => {
    await dropApp(deps, by(viewer, request));
    return undefined;
  },
  'POST /user/second_factor/passkeys/options': async ({ deps, viewer }) => ({
    options: { ...(await beginPasskey(deps, viewer)) },
  }),
  'POST /user/second_factor/passkeys': async ({ deps, viewer, body, request, reply }) => {
    const { name, passkey: response } = body;
    const { id, recoveryCodes } = await keepPasskey(deps, by(viewer, request), { name, response });
    show(deps, reply, viewer.sessionId, recoveryCodes);
    return { id, message: request.translate('passkey_added'), recovery_codes: recoveryCodes };
  },
  'DELETE /user/second_factor/passkeys/:id': async ({ deps, viewer, params, request }) => {
    await dropPasskey(deps, by(viewer, request), params.id);
    return undefined;
  },
  'POST /user/second_factor/recovery_codes': async ({ deps, viewer, request, reply }) => {
    const codes = await renewRecoveryCodes(deps, by(viewer, request));
    show(deps, reply, viewer.sessionId, codes);
    return { message: request.translate('recovery_codes_made'), recovery_codes: codes };
  },
  'DELETE /user/second_factor/recovery_codes/shown': async ({ deps, reply }) => {
    clearHiddenCookie(reply, deps.config, SHOWN_COOKIE);
    return undefined;
  },
  'DELETE /user/second_factor': async ({ deps, viewer, request }) => {
    await switchOff(deps, by(viewer, request));
    return { message: request.translate('factor_off') };
  },
  'POST /security_notices': async ({ deps, body, request }) => {
    const { token, mine } = body;
    const { resetToken } = await answerNotice(deps, { token, mine, address: request.ip });
    return {
      message: request.translate(mine ? 'notice_mine' : 'notice_not_mine'),
      reset_token: resetToken,
    };
  },
});

type Visit = Pick<CallContext<Call, Deps>, 'deps' | 'request' | 'reply'>;

const userAgentOf = ({ headers }: Visit['request']): string => headers['user-agent'] ?? '';

const by = (viewer: Viewer, request: Visit['request']): Actor => ({
  ...viewer,
  userAgent: userAgentOf(request),
});

const ticketOf = ({ cookies }: Visit['request'], given: string | undefined): string | undefined =>
  given ?? cookies[TICKET_COOKIE];

async function remember({ deps, request, reply }: Visit, userId: string): Promise<void> {
  const secret = await confirmDevice(deps, userId, request.cookies[CONFIRMED_COOKIE]);
  setHiddenCookie(reply, deps.config, { name: CONFIRMED_COOKIE, value: secret, lastsMs: CONFIRMED_MS });
}

function show(deps: Deps, reply: FastifyReply, sessionId: string, codes: readonly string[] | null): void {
  if (codes === null) return;
  const value = wrapCodes(deps, sessionId, codes);
  setHiddenCookie(reply, deps.config, { name: SHOWN_COOKIE, value, lastsMs: SHOWN_MS });
}
