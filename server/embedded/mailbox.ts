/** Stores mails in a local folder instead of sending them: as a message (.eml) and as display data (.json). */
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
  /** Latest first. */
  list(): Promise<KeptMail[]>;
  read(id: string): Promise<KeptMail | null>;
  readMessage(id: string): Promise<Buffer | null>;
};

const MAILS_MAX_COUNT = 200;

export function openMailbox(dataDir: string): Mailbox {
  const folder = join(dataDir, 'mail');
  const fileOf = (id: string, ending: string) => join(folder, `${id}.${ending}`);

  /** Ids start with their time, so they sort by age. */
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
