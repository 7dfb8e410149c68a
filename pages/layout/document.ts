import type { Assets } from '../../islands/runtime/assets.ts';
import { localizedPath } from '../../locales/index.ts';
import {
  DEFAULT_LOCALE,
  LOCALES,
  type Locale,
  languageAttributes,
  locales,
} from '../../server/lib/locale.ts';
import { product } from '../../server/lib/product.ts';
import type { Head, HeadImage } from './types.ts';

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);

export type DocumentOptions = {
  locale: Locale;
  head: Head;
  path: string;
  baseUrl: string;
  assets: Assets;
  indexable: boolean;
  bootsLater: boolean;
};

export const bootScript = ({ boot }: Assets): string => `<script type="module" async src="${boot}"></script>`;

const HOUSE_CARD: HeadImage = { address: '/card.png', width: 1200, height: 630, alt: product.name };

const DESCRIPTION_LENGTH = 200;

export function documentHead(options: DocumentOptions): string {
  const { head, locale, baseUrl, assets } = options;
  const title = head.title === product.name ? product.name : `${head.title} · ${product.name}`;
  const path = head.canonicalPath ?? options.path;
  const address = (of: Locale) => baseUrl + localizedPath(of, path);
  const tags = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover">',
    preload(head.picture),
    `<title>${escapeHtml(title)}</title>`,
    `<script src="${assets.theme}"></script>`,
    head.isNovel ? `<script src="${assets.looks}"></script>` : '',
    options.bootsLater ? '' : bootScript(assets),
    '<link rel="icon" href="/favicon.svg">',
    `<link rel="manifest" href="${localizedPath(locale, '/app.webmanifest')}">`,
    `<meta name="theme-color" content="${product.paper.dark}" media="(prefers-color-scheme:dark)">`,
    `<meta name="theme-color" content="${product.paper.light}">`,
  ];
  const meta = (name: string, content: string | undefined, key = 'property') => {
    if (content) tags.push(`<meta ${key}="${name}" content="${escapeHtml(content)}">`);
  };
  const description = head.description && shorten(head.description);
  meta('description', description, 'name');
  if (!options.indexable || head.robots === 'noindex') {
    meta('robots', 'noindex', 'name');
  } else {
    tags.push(`<link rel="canonical" href="${escapeHtml(address(locale))}">`);
    for (const other of LOCALES) tags.push(alternate(other, address(other)));
    tags.push(alternate('x-default', address(DEFAULT_LOCALE)));
    if (head.feed) tags.push(feedLink(locale, head.feed));
    meta('og:url', address(locale));
  }
  meta('og:title', head.title);
  meta('og:description', description);
  meta('og:type', head.type ?? 'website');
  meta('og:site_name', product.name);
  meta('og:locale', locales[locale].openGraph);
  const { address: picture, width, height, alt } = head.image ?? HOUSE_CARD;
  meta('og:image', new URL(picture, baseUrl).href);
  meta('og:image:width', String(width));
  meta('og:image:height', String(height));
  meta('og:image:alt', alt);
  meta('twitter:card', width > height ? 'summary_large_image' : 'summary', 'name');
  return tags.join('');
}

export const htmlAttributes = (locale: Locale, root: Readonly<Record<string, string>> = {}): string =>
  Object.entries({ ...languageAttributes(locale), ...root })
    .map(([name, value]) => `${name}="${escapeHtml(value)}"`)
    .join(' ');

/** Must match the `<picture>` exactly, or the browser loads both. */
const preload = (picture: Head['picture']): string =>
  picture
    ? `<link rel="preload" as="image" type="${picture.type}" imagesrcset="${escapeHtml(picture.srcset)}" imagesizes="${escapeHtml(picture.sizes)}" fetchpriority="high">`
    : '';

const alternate = (language: string, href: string) =>
  `<link rel="alternate" hreflang="${language}" href="${escapeHtml(href)}">`;

const feedLink = (locale: Locale, { title, path }: NonNullable<Head['feed']>): string =>
  `<link rel="alternate" type="application/atom+xml" title="${escapeHtml(title)}" href="${localizedPath(locale, path)}">`;

function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= DESCRIPTION_LENGTH) return line;
  const cut = line.slice(0, DESCRIPTION_LENGTH);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), DESCRIPTION_LENGTH / 2))}…`;
}
