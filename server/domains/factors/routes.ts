import type { FastifyReply } from 'fastify';
import type { Deps } from '../../deps.ts';
import type { Call } from '../../lib/contract.ts';
import { type CallContext, defineRoutes } from '../../lib/mount.ts';
import {
  clearHiddenCookie,
  setDeviceCookie,
  setHiddenCookie,
  setSessionCookies,
} from '../../plugins/cookies.ts';
import { findOwnAccount } from '../accounts/queries.ts';
import { markDevice } from '../sessions/devices.ts';
import { CONFIRMED_COOKIE, CONFIRMED_MS, TICKET_COOKIE } from '../sessions/rules.ts';
import { confirmDevice } from '../sessions/tickets.ts';
import { factorsContract } from './contract.ts';
import { requestOptions } from './passkeys.ts';
import { answerTicket, proveAgain, sessionHolder, ticketOptions } from './proof.ts';
import { findFactors } from './queries.ts';
import { SHOWN_COOKIE, SHOWN_MS } from './rules.ts';
import {
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
      userAgent: request.headers['user-agent'] ?? '',
      address: request.ip,
    });
    const { userId, token } = signedIn;
    const account = await findOwnAccount(deps, userId);
    const { publisher, date_of_birth: dateOfBirth } = account.user;
    setSessionCookies(reply, deps, { token, publisher, dateOfBirth });
    clearHiddenCookie(reply, deps.config, TICKET_COOKIE);
    const device = await markDevice(deps, userId, request.cookies.device);
    if (device !== null) setDeviceCookie(reply, deps.config, device);
    if (body.remember) await remember(context, userId);
    const answer = { auth_token: token, ...account };
    return signedIn.kept ? { ...answer, message: request.translate('account_kept') } : answer;
  },
  'POST /auth/fresh/options': async ({ deps, viewer }) => ({
    options: { ...(await requestOptions(deps, sessionHolder(viewer))) },
  }),
  'POST /auth/fresh': async ({ deps, viewer, body, request }) => {
    const { password, code, recovery_code: recoveryCode, passkey } = body;
    const given = { password, code, recoveryCode, passkey };
    const until = await proveAgain(deps, viewer, { ...given, address: request.ip });
    return { message: request.translate('proven'), fresh_until: until.toISOString() };
  },
  'GET /user/second_factor': async ({ deps, viewer }) => findFactors(deps, viewer.id),
  'POST /user/second_factor/app': async ({ deps, viewer }) => startApp(deps, viewer),
  'PUT /user/second_factor/app': async ({ deps, viewer, body, request, reply }) => {
    const { recoveryCodes } = await confirmApp(deps, viewer, body.code);
    show(deps, reply, viewer.sessionId, recoveryCodes);
    return { message: request.translate('factor_on'), recovery_codes: recoveryCodes };
  },
  'DELETE /user/second_factor/app': async ({ deps, viewer }) => {
    await dropApp(deps, viewer);
    return undefined;
  },
  'POST /user/second_factor/passkeys/options': async ({ deps, viewer }) => ({
    options: { ...(await beginPasskey(deps, viewer)) },
  }),
  'POST /user/second_factor/passkeys': async ({ deps, viewer, body, request, reply }) => {
    const { name, passkey: response } = body;
    const { id, recoveryCodes } = await keepPasskey(deps, viewer, { name, response });
    show(deps, reply, viewer.sessionId, recoveryCodes);
    return { id, message: request.translate('passkey_added'), recovery_codes: recoveryCodes };
  },
  'DELETE /user/second_factor/passkeys/:id': async ({ deps, viewer, params }) => {
    await dropPasskey(deps, viewer, params.id);
    return undefined;
  },
  'POST /user/second_factor/recovery_codes': async ({ deps, viewer, request, reply }) => {
    const codes = await renewRecoveryCodes(deps, viewer);
    show(deps, reply, viewer.sessionId, codes);
    return { message: request.translate('recovery_codes_made'), recovery_codes: codes };
  },
  'DELETE /user/second_factor/recovery_codes/shown': async ({ deps, reply }) => {
    clearHiddenCookie(reply, deps.config, SHOWN_COOKIE);
    return undefined;
  },
  'DELETE /user/second_factor': async ({ deps, viewer, request }) => {
    await switchOff(deps, viewer);
    return { message: request.translate('factor_off') };
  },
});

type Visit = Pick<CallContext<Call, Deps>, 'deps' | 'request' | 'reply'>;

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
