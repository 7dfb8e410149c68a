/** Makes the site an installable app: its manifest in every language, and the removal of a broken worker. */
import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { localizedPath } from '../../locales/index.ts';
import { translator } from '../../locales/messages.ts';
import { type Address, address } from '../../pages/addresses.ts';
import { LOCALES, type Locale, languageAttributes } from '../lib/locale.ts';
import { product } from '../lib/product.ts';

export const WORKER_PATH = '/sw.js';
export const MANIFEST_PATH = '/app.webmanifest';

/** The worker may only fetch from this site. */
export const WORKER_HEADERS = {
  'content-type': 'text/javascript; charset=utf-8',
  // Browsers check on every visit, so that a release or the removal reaches them at once.
  'cache-control': 'no-cache',
  'content-security-policy': "default-src 'none'; script-src 'self'; connect-src 'self'",
} as const;

/** Takes over at once, keeps what readers have saved, and unregisters. */
const STAND_DOWN = `addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil(registration.unregister()));
`;

/** Shortcuts on a long press of the icon. Small menus show only the first. */
function shortcutsIn(locale: Locale): { name: string; url: string }[] {
  const pages = translator(locale, 'footer');
  const to = (name: string, path: Address) => ({ name, url: localizedPath(locale, path) });
  return [
    to(translator(locale, 'offline')('saved'), address('/offline')),
    to(pages('calendar'), address('/calendar')),
    to(pages('ranking'), address('/ranking')),
    to(pages('genres'), address('/genres')),
  ];
}

const manifestIn = (locale: Locale) => {
  const t = translator(locale, 'offline');
  return {
    id: '/',
    name: product.name,
    short_name: product.name,
    description: t('app'),
    dir: 'ltr',
    ...languageAttributes(locale),
    start_url: localizedPath(locale, '/'),
    scope: '/',
    display: 'standalone',
    background_color: product.paper.light,
    theme_color: product.paper.light,
    categories: ['books', 'entertainment'],
    icons: [
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon-mask.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
    shortcuts: shortcutsIn(locale),
  };
};

export type WebAppOptions = { worker: 'on' | 'off' };

export const webAppPlugin = fastifyPlugin(
  (app: FastifyInstance, { worker }: WebAppOptions, done: () => void) => {
    for (const locale of LOCALES) {
      const body = JSON.stringify(manifestIn(locale));
      app.get(localizedPath(locale, MANIFEST_PATH), { schema: { hide: true } as object }, (_request, reply) =>
        reply
          .headers({ 'content-type': 'application/manifest+json', 'cache-control': 'public, max-age=3600' })
          .send(body),
      );
    }
    if (worker === 'off')
      app.get(WORKER_PATH, { schema: { hide: true } as object }, (_request, reply) =>
        reply.headers(WORKER_HEADERS).send(STAND_DOWN),
      );
    done();
  },
  { name: 'web-app' },
);
