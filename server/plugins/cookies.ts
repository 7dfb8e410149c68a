/** The three cookies of a session are set and cleared together (decisions.md §4). Others know a device or a choice. */
import type {} from '@fastify/cookie';
import type { FastifyReply } from 'fastify';
import type { Config } from '../config/config.ts';
import type { Deps } from '../deps.ts';
import { isAdult } from '../domains/accounts/accounts/rules.ts';
import {
  CONSENT_COOKIE,
  CONSENT_DAYS,
  type Consent,
  writeConsent,
} from '../domains/accounts/consent/rules.ts';
import { DEVICE_MS, SESSION_MS, TICKET_COOKIE, TICKET_MS } from '../domains/accounts/sessions/rules.ts';
import { utcDay } from '../lib/days.ts';
import { DAY_MS } from '../lib/durations.ts';
import { isAppError } from '../lib/errors.ts';

/** ACC-21: the auth token lasts 7 days. */
const SESSION_SECONDS = SESSION_MS / 1000;

export type SessionFacts = {
  token: string;
  publisher: boolean;
  /** YYYY-MM-DD */
  dateOfBirth: string;
};

export function setSessionCookies(
  reply: FastifyReply,
  { config, clock }: Pick<Deps, 'config' | 'clock'>,
  { token, publisher, dateOfBirth }: SessionFacts,
): void {
  const maxAge = SESSION_SECONDS;
  const open = openToScripts(config);
  reply.setCookie('auth_token', token, { ...hidden(config), maxAge });
  // Tells the page's scripts that an account may be fetched, without exposing the token.
  reply.setCookie('signed_in', '1', { ...open, maxAge });
  if (publisher) reply.setCookie('is_publisher', '1', { ...open, maxAge });
  else reply.clearCookie('is_publisher', open);
  // A minor is not asked, and the consent of others in this browser does not apply to them (decisions.md §6).
  const today = utcDay(clock.now());
  if (!isAdult(dateOfBirth, today)) setConsentCookie(reply, config, { day: today, purposes: [] });
}

/** Repeats the attributes of each cookie: without them a browser may refuse to delete it. */
export function clearSessionCookies(reply: FastifyReply, config: Config): void {
  reply.clearCookie('auth_token', hidden(config));
  for (const name of ['signed_in', 'is_publisher']) reply.clearCookie(name, openToScripts(config));
}

const openToScripts = (config: Config) =>
  ({ path: '/', sameSite: 'lax', secure: config.secureCookies }) as const;
const hidden = (config: Config) => ({ ...openToScripts(config), httpOnly: true }) as const;

/** Scripts read it, since public pages are the same with and without consent. */
export function setConsentCookie(reply: FastifyReply, config: Config, consent: Consent): void {
  const maxAge = (CONSENT_DAYS * DAY_MS) / 1000;
  reply.setCookie(CONSENT_COOKIE, writeConsent(consent), { ...openToScripts(config), maxAge });
}

const YEAR_SECONDS = 31_536_000;

export function setChoiceCookie(
  reply: FastifyReply,
  config: Config,
  { name, choice }: { name: string; choice: string },
): void {
  reply.setCookie(name, choice, { ...hidden(config), maxAge: YEAR_SECONDS });
}

export function setHiddenCookie(
  reply: FastifyReply,
  config: Config,
  { name, value, lastsMs }: { name: string; value: string; lastsMs: number },
): void {
  reply.setCookie(name, value, { ...hidden(config), maxAge: lastsMs / 1000 });
}

export const clearHiddenCookie = (reply: FastifyReply, config: Config, name: string): void =>
  void reply.clearCookie(name, hidden(config));

export function setTicketCookie(reply: FastifyReply, config: Config, value: string): void {
  setHiddenCookie(reply, config, { name: TICKET_COOKIE, value, lastsMs: TICKET_MS });
}

/** The browser keeps the ticket of a refused sign-in until the second factor is answered. */
export async function keepTicket<T>(
  { deps, reply }: { deps: Pick<Deps, 'config'>; reply: FastifyReply },
  entering: Promise<T>,
): Promise<T> {
  try {
    return await entering;
  } catch (error) {
    const ticket = isAppError(error) ? error.options.body?.ticket : undefined;
    if (typeof ticket === 'string') setTicketCookie(reply, deps.config, ticket);
    throw error;
  }
}

/** Outlives the session: it only proves that somebody has signed in here before. */
export function setDeviceCookie(reply: FastifyReply, config: Config, value: string): void {
  reply.setCookie('device', value, { ...hidden(config), path: '/api/', maxAge: DEVICE_MS / 1000 });
}
