/** Passwords: Argon2id in the PHC string format, off the event loop, with limited parallelism (OWASP ASVS 5, 2.4). */

import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { service } from '../../../deps.ts';
import { coresOf, foldPassword, isWalked } from '../../../lib/guessing.ts';
import { product } from '../../../lib/product.ts';

const MEMORY_KIB = 19_456;
const PASSES = 2;
const LANES = 1;
const TAG_BYTES = 32;
const LOOKED_AT_LENGTH = 256;

/** Each run takes 19 MiB. More runs in parallel than threads would only cost memory. */
const AT_ONCE_MAX_COUNT = 4;

const derive = promisify(argon2);

type Settings = { memory: number; passes: number; parallelism: number };

export type PasswordHasher = {
  hash(password: string): Promise<string>;
  /** `null` means no such account: takes as long as a real check, then returns false. */
  verify(password: string, stored: string | null): Promise<boolean>;
  /** True for the most common passwords and their variations (ASVS 5, 6.2.4). */
  isCommon(password: string): boolean;
};

/** One hasher per process, since the limit is per process. Tests that only need a session use less memory. */
export function createPasswordHasher(memoryKib = MEMORY_KIB): PasswordHasher {
  const waiting: (() => void)[] = [];
  let running = 0;

  async function run(password: string, nonce: Buffer, settings: Settings): Promise<Buffer> {
    if (running >= AT_ONCE_MAX_COUNT) await new Promise<void>((resolve) => void waiting.push(resolve));
    running += 1;
    try {
      // NFC, so that the same letters typed on another keyboard are the same password (decisions.md §4).
      const message = Buffer.from(password.normalize('NFC'), 'utf8');
      return await derive('argon2id', { message, nonce, tagLength: TAG_BYTES, ...settings });
    } finally {
      running -= 1;
      waiting.shift()?.();
    }
  }

  const present: Settings = { memory: memoryKib, passes: PASSES, parallelism: LANES };
  const nobody = { nonce: randomBytes(16), tag: Buffer.alloc(TAG_BYTES), settings: present };

  const common = readCommonPasswords();
  return {
    // Longer passwords are rejected for their length.
    isCommon: (password) =>
      password.length <= LOOKED_AT_LENGTH &&
      (isWalked(password) || coresOf(password).some((core) => isCommonWord(core, common))),
    async hash(password) {
      const nonce = randomBytes(16);
      const tag = await run(password, nonce, present);
      return `$argon2id$v=19$m=${memoryKib},t=${PASSES},p=${LANES}$${unpadded(nonce)}$${unpadded(tag)}`;
    },
    async verify(password, stored) {
      const known = stored === null ? null : parse(stored);
      const { nonce, tag, settings } = known ?? nobody;
      const derived = await run(password, nonce, settings);
      return known !== null && derived.length === tag.length && timingSafeEqual(derived, tag);
    },
  };
}

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');

function parse(stored: string): { nonce: Buffer; tag: Buffer; settings: Settings } | null {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/.exec(
    stored,
  );
  if (match === null) return null;
  const [, memory, passes, parallelism, nonce = '', tag = ''] = match;
  return {
    nonce: Buffer.from(nonce, 'base64'),
    tag: Buffer.from(tag, 'base64'),
    settings: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
  };
}

/** Words of our product, of seasons and of other languages, which the list lacks. */
const NEAR_WORDS = [
  product.name,
  ...['anime', 'comic', 'comics', 'episode', 'manga', 'novel', 'reader', 'reading', 'story', 'webtoon'],
  ...['passwort', 'willkommen', 'geheim', 'hallo', 'kennwort', 'motdepasse', 'contrasena'],
  ...['spring', 'summer', 'autumn', 'winter', 'sommer', 'herbst', 'fruehling', 'frühling'],
  ...['january', 'february', 'march', 'april', 'june', 'july', 'august', 'september', 'october'],
  ...['november', 'december', 'januar', 'februar', 'märz', 'juni', 'juli', 'oktober', 'dezember'],
].map(foldPassword);

const WORD_SHORTEST = 4;
const TOP_COUNT = 2000;
const PART_SHORTEST = 3;

type Common = { all: ReadonlySet<string>; top: ReadonlySet<string> };

export function isCommonWord(word: string, { all, top }: Common): boolean {
  if (all.has(word)) return true;
  for (let at = PART_SHORTEST; at <= word.length - PART_SHORTEST; at += 1)
    if (top.has(word.slice(0, at)) && top.has(word.slice(at))) return true;
  return false;
}

/** The 50,000 most used passwords. Read, not imported: a module would stay in memory. */
function readCommonPasswords(): Common {
  const file = new URL('../src/passwords.json', import.meta.resolve('@zxcvbn-ts/language-common'));
  const words = (JSON.parse(readFileSync(fileURLToPath(file), 'utf8')) as string[]).map(foldPassword);
  return {
    all: new Set([...NEAR_WORDS, ...words.filter((word) => word.length >= WORD_SHORTEST)]),
    top: new Set([
      ...NEAR_WORDS,
      ...words.slice(0, TOP_COUNT).filter((word) => word.length >= PART_SHORTEST),
    ]),
  };
}

export const passwordHasher = service<PasswordHasher>('passwords');
