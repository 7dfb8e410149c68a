/** The three cookies of a session (decisions.md §4), which live and die together, and the one that knows a device again. */
import type {} from '@fastify/cookie';
import type { FastifyReply } from 'fastify';
import type { Config } from '../config.ts';

import { DEVICE_MS, SESSION_MS } from '../domains/sessions/rules.ts';

/** ACC-21: the auth token lasts 7 days. */
const SESSION_SECONDS = SESSION_MS / 1000;

export function setSessionCookies(
  reply: FastifyReply,
  config: Config,
  { token, publisher }: { token: string; publisher: boolean },
): void {
  const common = {
    path: '/',
    sameSite: 'lax',
    secure: config.secureCookies,
    maxAge: SESSION_SECONDS,
  } as const;
  reply.setCookie('auth_token', token, { ...common, httpOnly: true });
  // Tells the page's scripts that an account may be fetched, without exposing the token.
  reply.setCookie('signed_in', '1', common);
  if (publisher) reply.setCookie('is_publisher', '1', common);
  else reply.clearCookie('is_publisher', { path: '/' });
}

export function clearSessionCookies(reply: FastifyReply, config: Config): void {
  for (const name of ['auth_token', 'signed_in', 'is_publisher']) {
    reply.clearCookie(name, { path: '/', sameSite: 'lax', secure: config.secureCookies });
  }
}

const YEAR_SECONDS = 31_536_000;

/** How somebody wants to see a page, such as a list as a table. */
export function setChoiceCookie(
  reply: FastifyReply,
  config: Config,
  { name, choice }: { name: string; choice: string },
): void {
  reply.setCookie(name, choice, {
    path: '/',
    sameSite: 'lax',
    secure: config.secureCookies,
    maxAge: YEAR_SECONDS,
    httpOnly: true,
  });
}

/** Outlives the session: it proves nothing but that somebody has signed in here before. */
export function setDeviceCookie(reply: FastifyReply, config: Config, value: string): void {
  reply.setCookie('device', value, {
    path: '/api/',
    sameSite: 'lax',
    secure: config.secureCookies,
    maxAge: DEVICE_MS / 1000,
    httpOnly: true,
  });
}
