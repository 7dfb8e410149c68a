/** Mails as received by a real SMTP server, or from a test application's mailbox. */

import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { mailer } from '../../server/domains/platform/mail/mailer.ts';
import type { KeptMail } from '../../server/embedded/mailbox.ts';
import type { TestApp } from './app.ts';
import { LOOPBACK_PEM } from './redis.ts';

export type Received = {
  /** Recipients of the envelope, which decides about delivery whatever the headers say. */
  from: string;
  to: string[];
  raw: string;
  isEncrypted: boolean;
  mail: Email;
};

export type MailServer = {
  url: string;
  received: Received[];
  /** Refuses the next mails with this code. */
  refuse(code: number, count?: number): void;
  stop(): Promise<void>;
};

/** A mail server on a free port that stores received mails. It knows only the user of `auth`. */
export async function startMailServer({
  auth,
  tls,
  port: wished = 0,
}: {
  auth?: { user: string; password: string };
  /** Offers STARTTLS, with the certificate of `loopback.pem`. */
  tls?: boolean;
  port?: number;
} = {}): Promise<MailServer> {
  const hidden = [...(tls === true ? [] : ['STARTTLS']), ...(auth === undefined ? ['AUTH'] : [])];
  const pem = tls === true ? readFileSync(LOOPBACK_PEM) : undefined;
  const received: Received[] = [];
  const refusals: number[] = [];
  const server = new SMTPServer({
    authOptional: auth === undefined,
    allowInsecureAuth: true,
    disabledCommands: hidden,
    ...(pem === undefined ? {} : { key: pem, cert: pem }),
    logger: false,
    onAuth({ username, password }, _session, done) {
      const isRight = username === auth?.user && password === auth?.password;
      done(isRight ? null : new Error('wrong user or password'), { user: username });
    },
    onData(stream, { envelope, secure }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => void chunks.push(chunk));
      stream.on('end', () => {
        const code = refusals.shift();
        if (code !== undefined) {
          done(Object.assign(new Error('not now'), { responseCode: code }));
          return;
        }
        const message = Buffer.concat(chunks);
        void PostalMime.parse(message).then((mail) => {
          const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
          const to = envelope.rcptTo.map(({ address }) => address);
          received.push({ from, to, raw: message.toString('latin1'), mail, isEncrypted: secure });
          done();
        }, done);
      });
    },
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(wished, '127.0.0.1', resolve);
  });
  // Errors of broken connections concern the client.
  server.on('error', () => {});
  const { port } = server.server.address() as AddressInfo;
  const login = auth === undefined ? '' : `${auth.user}:${encodeURIComponent(auth.password)}@`;
  return {
    url: `smtp://${login}127.0.0.1:${port}`,
    received,
    refuse: (code, count = 1) => void refusals.push(...Array.from({ length: count }, () => code)),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Runs pending jobs, then returns mails to this address, latest first. */
export async function mailsTo(app: TestApp, address: string): Promise<KeptMail[]> {
  await app.runJobs();
  const mails = (await mailer.of(app.deps).mailbox?.list()) ?? [];
  return mails.filter((mail) => mail.to === address);
}

export function linkIn({ text }: Pick<KeptMail, 'text'>): URL {
  const link = /https?:\/\/\S+/.exec(text)?.[0];
  if (link === undefined) throw new Error(`no link in: ${text}`);
  return new URL(link);
}

/** True for security notices, which arrive beside the mails under test. */
export const isAsking = (mail: Pick<KeptMail, 'text'>): boolean => mail.text.includes('/security_notice?');

export async function mailedPath(app: TestApp, address: string): Promise<string> {
  const mail = (await mailsTo(app, address)).find((one) => !isAsking(one));
  if (mail === undefined) throw new Error(`no mail to ${address}`);
  const { pathname, search } = linkIn(mail);
  return pathname + search;
}

export const tokenIn = (mail: Pick<KeptMail, 'text'>): string => linkIn(mail).searchParams.get('token') ?? '';
