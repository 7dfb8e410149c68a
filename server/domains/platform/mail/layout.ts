/** Mail programs need tables and inline styles. The style block is for the dark theme. Node reads no JSX. */
import { createElement as h, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { type Locale, languageAttributes } from '../../../lib/locale.ts';
import { product } from '../../../lib/product.ts';

export type MailContent = {
  subject: string;
  /** Shown beside the subject in the inbox. */
  preview: string;
  title: string;
  paragraphs: string[];
  list?: { text: string; url: string }[];
  button?: { label: string; url: string };
  /** Small print below the button, followed by the button's URL. */
  note?: string;
  footer: string;
  /** Link to stop mails of this kind, after the footer. */
  stop?: { label: string; url: string };
  /** One-click unsubscribe (RFC 8058). */
  unsubscribeUrl?: string;
};

const DARK = [
  '.bg{background:#121015!important}',
  '.sheet{background:#1B1820!important}',
  '.ink{color:#F1EDE4!important}',
  '.mut{color:#A79F93!important}',
  '.btn{background:#FF7A63!important;color:#1A0F0C!important}',
  '.ln{border-color:#3a363f!important}',
].join('');

const SANS = "system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif";
const SERIF = "Georgia,'Times New Roman',serif";

const CONTAINED = { overflow: 'hidden', overflowWrap: 'anywhere' as const, wordBreak: 'break-word' as const };

const table = (props: object, ...rows: ReactNode[]): ReactNode =>
  h('table', { role: 'presentation', cellPadding: 0, cellSpacing: 0, ...props }, h('tbody', null, ...rows));
const row = (...cells: ReactNode[]): ReactNode => h('tr', null, ...cells);

const sender = (): string => `${product.legalEntity} · ${product.supportEmail}`;

function brand(): ReactNode {
  const mark = {
    width: 30,
    height: 30,
    background: '#B92D1B',
    borderRadius: 7,
    color: '#FFFFFF',
    font: '700 20px/30px sans-serif',
  };
  const name = { font: `700 22px/1 ${SERIF}`, color: '#1A1712' };
  return table(
    {},
    row(
      h(
        'td',
        { className: 'btn', align: 'center', width: 30, height: 30, style: mark, 'aria-hidden': true },
        product.kana.slice(0, 1),
      ),
      h('td', { width: 10 }),
      h('td', { className: 'ink', style: name }, product.name),
    ),
  );
}

function body(content: MailContent): ReactNode[] {
  const heading = { ...CONTAINED, margin: '0 0 14px', font: `700 30px/1.1 ${SERIF}`, color: '#1A1712' };
  const text = { ...CONTAINED, margin: '0 0 22px', fontSize: 16, lineHeight: 1.55, color: '#1A1712' };
  const button = {
    display: 'inline-block',
    background: '#B92D1B',
    color: '#FFFFFF',
    textDecoration: 'none',
    fontWeight: 600,
    fontSize: 16,
    lineHeight: '20px',
    padding: '15px 26px',
    borderRadius: 10,
  };
  const small = { margin: '20px 0 0', fontSize: 14, lineHeight: 1.55, color: '#5E584E' };
  return [
    h('h1', { key: 'title', className: 'ink', style: heading }, content.title),
    ...content.paragraphs.map((paragraph, index) =>
      h('p', { key: `text-${index}`, className: 'ink', style: text }, paragraph),
    ),
    content.list && list(content.list),
    content.button &&
      h(
        'a',
        { key: 'button', className: 'btn', href: content.button.url, style: button },
        content.button.label,
      ),
    content.note !== undefined &&
      h(
        'p',
        { key: 'note', className: 'mut', style: small },
        content.note,
        content.button && h('br'),
        content.button && h('span', { style: { wordBreak: 'break-all' } }, content.button.url),
      ),
  ].filter(Boolean);
}

/** Text by strangers gets its own cells, which long words and tall glyphs cannot leave. */
function list(lines: readonly { text: string; url: string }[]): ReactNode {
  const link = { fontSize: 16, lineHeight: '24px', color: '#1A1712' };
  return table(
    { key: 'list', width: '100%', style: { tableLayout: 'fixed', margin: '0 0 22px' } },
    ...lines.map(({ text, url }, index) => {
      const cell = { padding: '10px 0', borderTop: index === 0 ? 'none' : '1px solid #DDD8CC', ...CONTAINED };
      const line = h('a', { className: 'ink', href: url, dir: 'auto', style: link }, text);
      return h('tr', { key: index }, h('td', { className: 'ln', style: cell }, line));
    }),
  );
}

function footer(content: MailContent): ReactNode {
  const { stop } = content;
  const style = {
    margin: 0,
    paddingTop: 16,
    borderTop: '1px solid #DDD8CC',
    fontSize: 13,
    lineHeight: 1.5,
    color: '#5E584E',
  };
  const end = stop && h('a', { className: 'mut', href: stop.url, style: { color: '#5E584E' } }, stop.label);
  return h('p', { className: 'mut ln', style }, content.footer, end && ' ', end, h('br'), sender());
}

function sheet(content: MailContent): ReactNode {
  const style = { width: '100%', maxWidth: 560, background: '#FFFFFF', borderRadius: 10 };
  return table(
    { width: 560, className: 'sheet', style },
    row(h('td', { style: { padding: '28px 28px 8px' } }, brand())),
    row(h('td', { style: { padding: '16px 28px 0' } }, ...body(content))),
    row(h('td', { style: { padding: '24px 28px 28px' } }, footer(content))),
  );
}

export function renderHtml(content: MailContent, locale: Locale): string {
  const ground = { background: '#F1EEE6' };
  const page = h(
    'html',
    languageAttributes(locale),
    h(
      'head',
      null,
      h('meta', { charSet: 'utf-8' }),
      h('meta', { name: 'viewport', content: 'width=device-width' }),
      h('meta', { name: 'color-scheme', content: 'light dark' }),
      h('meta', { name: 'supported-color-schemes', content: 'light dark' }),
      h('title', null, content.subject),
      h('style', null, `@media (prefers-color-scheme:dark){${DARK}}`),
    ),
    h(
      'body',
      { className: 'bg', style: { margin: 0, fontFamily: SANS, ...ground } },
      h('div', { style: { display: 'none', maxHeight: 0, overflow: 'hidden' } }, content.preview),
      table(
        { width: '100%', className: 'bg', style: ground },
        row(h('td', { align: 'center', style: { padding: '24px 12px' } }, sheet(content))),
      ),
    ),
  );
  return `<!doctype html>${renderToStaticMarkup(page)}`;
}

export function renderText(content: MailContent): string {
  const { title, paragraphs, list, button, note, stop } = content;
  const parts = [
    title,
    ...paragraphs,
    ...(list ?? []).map(({ text, url }) => `• ${text}\n  ${url}`),
    ...(button === undefined ? [] : [`${button.label}:\n${button.url}`]),
    // The button's URL is already above, so this drops the part of the note that introduces it.
    ...(note === undefined ? [] : [note.replace(/[^.!?]*:$/, '').trim()]),
    content.footer,
    ...(stop === undefined ? [] : [`${stop.label}:\n${stop.url}`]),
    `-- \n${sender()}`,
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}
