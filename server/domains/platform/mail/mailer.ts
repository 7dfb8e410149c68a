/** Sends mails through a mail server, or keeps them in a local mailbox. The only importer of nodemailer. */

import { readFileSync } from 'node:fs';
import { createTransport, type SendMailOptions } from 'nodemailer';
import type { Logger } from 'pino';
import type { Config } from '../../../config/config.ts';
import { service } from '../../../deps.ts';
import { type Mailbox, openMailbox } from '../../../embedded/mailbox.ts';
import { StartError } from '../../../embedded/start-error.ts';
import { conflict } from '../../../lib/errors.ts';
import { isLoopback } from '../../../lib/host.ts';

export type OutgoingMail = {
  id: string;
  to: string;
  locale: string;
  subject: string;
  text: string;
  html: string;
  unsubscribeUrl?: string;
};

export type Mailer = {
  /** Resolves once the server or the mailbox has accepted the mail. */
  send(mail: OutgoingMail): Promise<void>;
  mailbox: Mailbox | null;
  close(): void;
};

/** A silent server must not block a worker for minutes. */
const TIMEOUT_MS = 30_000;
const CONNECTIONS_MAX_COUNT = 3;

export function createMailer(
  config: SmtpConfig & Pick<Config, 'MAIL_FROM' | 'BASE_URL' | 'mailbox' | 'DATA_DIR'>,
): Mailer {
  const envelope = (mail: OutgoingMail): SendMailOptions => messageOf(mail, config);
  if (config.mailbox) return keepingMailer(openMailbox(config.DATA_DIR), envelope);
  if (config.SMTP_URL === undefined) return waitingMailer();

  const transport = createTransport(smtpOptions(config.SMTP_URL, config));
  return {
    mailbox: null,
    async send(mail) {
      try {
        await transport.sendMail(envelope(mail));
      } catch (error) {
        // A server that does not know the address refuses every retry.
        const { responseCode } = error as { responseCode?: number };
        if (responseCode !== undefined && responseCode >= 550 && responseCode < 560)
          throw conflict('mail_refused');
        throw error;
      }
    },
    close: () => transport.close(),
  };
}

type SmtpConfig = Pick<Config, 'SMTP_URL' | 'SMTP_TLS' | 'SMTP_CA_FILE'>;

function readAuthority(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new StartError(`SMTP_CA_FILE: ${path} cannot be read (${(error as Error).message})`);
  }
}

function smtpOptions(url: string, { SMTP_TLS, SMTP_CA_FILE }: SmtpConfig) {
  const { protocol, hostname, port, username, password } = new URL(url);
  const secure = protocol === 'smtps:';
  // Anyone in between could hide that the server supports encryption, and read the password.
  const wantsTls = SMTP_TLS === 'on' || (SMTP_TLS === 'auto' && username !== '' && !isLoopback(hostname));
  return {
    pool: true as const,
    maxConnections: CONNECTIONS_MAX_COUNT,
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    requireTLS: wantsTls,
    ignoreTLS: SMTP_TLS === 'off',
    ...(SMTP_CA_FILE === undefined ? {} : { tls: { ca: readAuthority(SMTP_CA_FILE) } }),
    ...(username === ''
      ? {}
      : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    dnsTimeout: TIMEOUT_MS,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function messageOf(
  { id, to, locale, subject, text, html, unsubscribeUrl }: OutgoingMail,
  { MAIL_FROM, BASE_URL }: Pick<Config, 'MAIL_FROM' | 'BASE_URL'>,
): SendMailOptions {
  return {
    // A mail sent twice after a crash is one mail for its recipient (RFC 5322 §3.6.4).
    messageId: `<${id}@${new URL(BASE_URL).hostname.replace(/^\[|\]$/g, '')}>`,
    from: MAIL_FROM,
    // One address, never a list, so that no name or address can add a recipient.
    to: { name: '', address: to },
    subject,
    text,
    html,
    // RFC 3834 §5: prevents automatic replies.
    headers: {
      'auto-submitted': 'auto-generated',
      'content-language': locale,
      // RFC 2369 §3.2, RFC 8058 §3.1.
      ...(unsubscribeUrl === undefined
        ? {}
        : {
            'list-unsubscribe': `<${unsubscribeUrl}>`,
            'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
          }),
    },
  };
}

function keepingMailer(mailbox: Mailbox, envelope: (mail: OutgoingMail) => SendMailOptions): Mailer {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  return {
    mailbox,
    async send(mail) {
      const { message } = await composer.sendMail(envelope(mail));
      await mailbox.keep(mail, message as Buffer);
    },
    close: () => composer.close(),
  };
}

const waitingMailer = (): Mailer => ({
  mailbox: null,
  async send() {
    throw new Error('SMTP_URL is not set, so this mail cannot be sent');
  },
  close() {},
});

/** Call it once a process is ready. A failed start should report only one problem. */
export function warnOfWaitingMails(
  config: Pick<Config, 'SMTP_URL' | 'mailbox'>,
  log: Pick<Logger, 'warn'>,
): void {
  if (!config.mailbox && config.SMTP_URL === undefined)
    log.warn('SMTP_URL is not set: e-mails wait in the queue');
}

export const mailer = service<Mailer>('mailer');
