/**
 * Keeps mails in a folder of this machine instead of sending them: each as the message it would have been (.eml) and as
 * what is needed to show it (.json).
 */
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isId } from '../lib/ids.ts';

export type KeptMail = {
  id: string;
  to: string;
  locale: string;
  subject: string;
  text: string;
  html: string;
};

export type Mailbox = {
  keep(mail: KeptMail, message: Buffer): Promise<void>;
  /** The latest first. */
  list(): Promise<KeptMail[]>;
  read(id: string): Promise<KeptMail | null>;
  /** The message as a mail program takes it. */
  readMessage(id: string): Promise<Buffer | null>;
};

/** Older ones are thrown away: a mailbox is to look at, not an archive. */
const MAILS_MAX_COUNT = 200;

export function openMailbox(dataDir: string): Mailbox {
  const folder = join(dataDir, 'mail');
  const fileOf = (id: string, ending: string) => join(folder, `${id}.${ending}`);

  /** Ids begin with their time, so their order is that of the mails. */
  async function ids(): Promise<string[]> {
    const names = await readdir(folder).catch(() => [] as string[]);
    return names
      .filter((name) => name.endsWith('.json'))
      .map((name) => name.slice(0, -'.json'.length))
      .filter(isId)
      .sort()
      .reverse();
  }

  async function write(path: string, content: string | Buffer): Promise<void> {
    await writeFile(`${path}.part`, content, { mode: 0o600 });
    await rename(`${path}.part`, path);
  }

  async function read(id: string): Promise<KeptMail | null> {
    if (!isId(id)) return null;
    const text = await readFile(fileOf(id, 'json'), 'utf8').catch(() => null);
    return text === null ? null : (JSON.parse(text) as KeptMail);
  }

  return {
    async keep({ id, to, locale, subject, text, html }, message) {
      await mkdir(folder, { recursive: true });
      await write(fileOf(id, 'eml'), message);
      await write(fileOf(id, 'json'), JSON.stringify({ id, to, locale, subject, text, html }));
      for (const old of (await ids()).slice(MAILS_MAX_COUNT)) {
        await rm(fileOf(old, 'json'), { force: true });
        await rm(fileOf(old, 'eml'), { force: true });
      }
    },
    async list() {
      const found = await Promise.all((await ids()).map(read));
      return found.filter((mail) => mail !== null);
    },
    read,
    async readMessage(id) {
      return isId(id) ? readFile(fileOf(id, 'eml')).catch(() => null) : null;
    },
  };
}
