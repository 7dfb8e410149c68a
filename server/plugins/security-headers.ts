import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';

/** Hashes of inline parts that belong to the build. */
export type InlineHashes = { script: string; styles: readonly string[] };

/** Only our own scripts. A streamed page adds a nonce for its inline parts, a public one hashes. */
export function contentSecurityPolicy({
  nonce,
  scriptOrigins = [],
  frameOrigins = [],
  connectOrigins = [],
  hashes,
}: {
  nonce?: string | null;
  scriptOrigins?: readonly string[] | undefined;
  frameOrigins?: readonly string[] | undefined;
  connectOrigins?: readonly string[] | undefined;
  hashes?: InlineHashes;
} = {}): string {
  return [
    "default-src 'none'",
    [
      "script-src 'self'",
      ...(nonce ? [`'nonce-${nonce}'`] : []),
      ...(hashes ? [`'sha256-${hashes.script}'`] : []),
      ...scriptOrigins,
    ].join(' '),
    ["style-src 'self'", ...(hashes?.styles ?? []).map((each) => `'sha256-${each}'`)].join(' '),
    // Style attributes set custom properties such as a story's color.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    // The silent audio that headphone keys need (islands/reading/read-aloud/media.ts).
    'media-src blob:',
    "font-src 'self'",
    ["connect-src 'self'", ...connectOrigins].join(' '),
    ...(frameOrigins.length > 0 ? [`frame-src ${frameOrigins.join(' ')}`] : []),
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "manifest-src 'self'",
  ].join('; ');
}

/** For third-party viewers that we serve: their own files, and styles that they write at run time. */
export const viewerPolicy = ({ base }: { base: 'none' | 'self' }): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    `base-uri '${base}'`,
  ].join('; ');

/** Vite's client in development writes inline scripts and styles. */
export const developmentPolicy = "default-src 'self' 'unsafe-inline' data: blob: ws:; frame-ancestors 'none'";

const YEAR_SECONDS = 31_536_000;

/** HSTS only with https: on plain http it would be ignored or, behind a proxy, lock people out. */
export function securityHeaders(baseUrl: string): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-site',
    'x-frame-options': 'DENY',
    ...(baseUrl.startsWith('https:') && {
      'strict-transport-security': `max-age=${YEAR_SECONDS}; includeSubDomains`,
    }),
  };
}

/** An answer that is not a page runs nothing and cannot be framed. */
export const answerHeaders = (baseUrl: string): Record<string, string> => ({
  ...securityHeaders(baseUrl),
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
});

export const securityHeadersPlugin = fastifyPlugin(
  (app: FastifyInstance, { baseUrl }: { baseUrl: string }, done: () => void) => {
    const headers = answerHeaders(baseUrl);
    app.addHook('onRequest', async (_request, reply) => {
      reply.headers(headers);
    });
    done();
  },
);
