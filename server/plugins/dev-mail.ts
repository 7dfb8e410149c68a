/**
 * `/dev/mail` shows mails that this machine has kept instead of sending. Anyone who sees them can sign in as anybody.
 * It therefore answers only this machine, and exists only where mails are kept.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { translator } from '../../locales/messages.ts';
import type { KeptMail, Mailbox } from '../embedded/mailbox.ts';
import { attachment } from '../lib/attachment.ts';
import { notFound } from '../lib/errors.ts';
import { isId } from '../lib/ids.ts';

const LOOPBACK = /^(?:127(?:\.\d{1,3}){3}|::1|::ffff:127(?:\.\d{1,3}){3})$/;
/** Headers of proxies, tunnels and CDNs: the request comes from somebody else. */
const FORWARDING =
  /^(?:forwarded|via|x-forwarded(?:-.*)?|x-original-.*|x-real-ip|x-client-ip|client-ip|x-cluster-client-ip|true-client-ip|x-proxyuser-ip|proxy-connection|cdn-loop|cf-.*|fastly-.*|fly-.*|x-(?:envoy|azure|arr|appengine|amz|amzn|cloud|vercel|railway|nf|tailscale|ngrok)-.*|tailscale-.*|ngrok-.*)$/;
const LOCAL_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/;

/** The list may show a mail in a frame and nothing else. */
const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; frame-ancestors 'none'; base-uri 'none'";
/** A mail runs nothing and loads nothing. Its links open in the whole window. */
const MAIL_POLICY =
  "sandbox allow-top-navigation-by-user-activation allow-popups; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'";

export async function devMailPlugin(app: FastifyInstance, { mailbox }: { mailbox: Mailbox }): Promise<void> {
  app.addHook('onRequest', async (request, reply) => {
    if (!isFromHere(request)) throw notFound('not_found');
    reply.headers({
      'cache-control': 'no-store',
      'content-security-policy': PAGE_POLICY,
      'referrer-policy': 'no-referrer',
    });
  });
  app.get('/dev/mail', async (request, reply) => {
    const mails = await mailbox.list();
    return reply.type('text/html; charset=utf-8').send(listPage(request, mails));
  });
  app.get<{ Params: { id: string } }>('/dev/mail/:id', async (request, reply) => {
    const mail = await requireMail(mailbox, request.params.id);
    return reply.type('text/html; charset=utf-8').send(mailPage(request, mail));
  });
  app.get<{ Params: { id: string } }>('/dev/mail/:id/html', async (request, reply) => {
    const mail = await requireMail(mailbox, request.params.id);
    return reply
      .type('text/html; charset=utf-8')
      .headers({ 'content-security-policy': MAIL_POLICY, 'x-frame-options': 'SAMEORIGIN' })
      .send(mail.html.replace('<head>', '<head><base target="_top">'));
  });
  app.get<{ Params: { id: string } }>('/dev/mail/:id/message', async (request, reply) => {
    const mail = await requireMail(mailbox, request.params.id);
    const message = await mailbox.readMessage(mail.id);
    if (message === null) throw notFound('not_found');
    return reply
      .type('message/rfc822')
      .header('content-disposition', attachment(`${mail.id}.eml`))
      .send(message);
  });
}

/** Socket and host name must be local: a foreign page may point its own name at this machine. */
function isFromHere(request: FastifyRequest): boolean {
  const { remoteAddress = '' } = request.socket;
  const isForwarded = Object.keys(request.headers).some((name) => FORWARDING.test(name));
  return LOOPBACK.test(remoteAddress) && !isForwarded && LOCAL_HOST.test(request.headers.host ?? '');
}

async function requireMail(mailbox: Mailbox, id: string): Promise<KeptMail> {
  const mail = isId(id) ? await mailbox.read(id) : null;
  if (mail === null) throw notFound('not_found');
  return mail;
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);

const STYLE = [
  ':root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}',
  'body{max-width:60rem;margin:0 auto;padding:1.5rem}',
  'h1{font-size:1.4rem}li{margin:.4rem 0}a{color:inherit}',
  'iframe{width:100%;height:44rem;border:1px solid #8886;border-radius:.5rem;background:#fff}',
  'pre{white-space:pre-wrap;overflow-wrap:anywhere;border:1px solid #8886;border-radius:.5rem;padding:1rem}',
].join('');

function page(request: FastifyRequest, title: string, body: string): string {
  return (
    `<!doctype html><html lang="${request.locale}"><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width"><title>${escaped(title)}</title>` +
    `<style>${STYLE}</style></head><body><h1>${escaped(title)}</h1>${body}</body></html>`
  );
}

function listPage(request: FastifyRequest, mails: KeptMail[]): string {
  const t = translator(request.locale, 'devMail');
  const rows = mails.map(
    ({ id, subject, to }) => `<li><a href="/dev/mail/${id}">${escaped(subject)}</a> · ${escaped(to)}</li>`,
  );
  const list = rows.length === 0 ? `<p>${escaped(t('empty'))}</p>` : `<ul>${rows.join('')}</ul>`;
  return page(request, t('title'), `<p>${escaped(t('intro'))}</p>${list}`);
}

function mailPage(request: FastifyRequest, mail: KeptMail): string {
  const t = translator(request.locale, 'devMail');
  // The text has links, too: it is checked first when a mail looks odd.
  const text = escaped(mail.text).replace(/https?:\/\/[^\s]+/g, (url) => `<a href="${url}">${url}</a>`);
  return page(
    request,
    mail.subject,
    `<p>${escaped(mail.to)} · <a href="/dev/mail/${mail.id}/message">${escaped(t('message'))}</a> · ` +
      `<a href="/dev/mail">${escaped(t('all'))}</a></p>` +
      `<iframe title="${escaped(mail.subject)}" src="/dev/mail/${mail.id}/html" ` +
      `sandbox="allow-top-navigation-by-user-activation allow-popups"></iframe>` +
      `<h2>${escaped(t('text'))}</h2><pre>${text}</pre>`,
  );
}
