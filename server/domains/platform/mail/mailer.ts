/** Hands written mails over: to a mail server, or to the mailbox of a machine that has none. The only importer of nodemailer. */
import { readFileSync } from 'node:fs';
import { createTransport, type SendMailOptions } from 'nodemailer';
import type { Logger } from 'pino';
import type { Config } from '../../../config/config.ts';
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
  /** Resolves when somebody else is responsible for the mail. */
  send(mail: OutgoingMail): Promise<void>;
  /** The mails that were kept, when they are kept here. */
  mailbox: Mailbox | null;
  close(): void;
};

/** A server that does not answer must not hold a worker for minutes. */
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
        // An address that its server does not know is refused again however often we try.
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
  // Whoever stands in between may hide that the server can encrypt, and would be told the password.
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
    // The same mail sent twice after a crash is one mail to whoever receives it (RFC 5322 §3.6.4).
    messageId: `<${id}@${new URL(BASE_URL).hostname.replace(/^\[|\]$/g, '')}>`,
    from: MAIL_FROM,
    // One address, never a list: whatever a name or an address holds, it cannot add a recipient.
    to: { name: '', address: to },
    subject,
    text,
    html,
    // RFC 3834 §5: no answer of a machine comes back.
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

/** Mails wait in the queue until there is a server for them. */
const waitingMailer = (): Mailer => ({
  mailbox: null,
  async send() {
    throw new Error('SMTP_URL is not set, so this mail cannot be sent');
  },
  close() {},
});

/** Said once a process is ready: a start that fails tells one thing only. */
export function warnOfWaitingMails(
  config: Pick<Config, 'SMTP_URL' | 'mailbox'>,
  log: Pick<Logger, 'warn'>,
): void {
  if (!config.mailbox && config.SMTP_URL === undefined)
    log.warn('SMTP_URL is not set: mails wait in the queue');
}
