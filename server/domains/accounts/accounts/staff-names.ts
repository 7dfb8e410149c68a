/** Reserved names: readers would take their holders for staff. */
import { lookOf } from '../../../lib/names.ts';
import { product } from '../../../lib/product.ts';

/** Drops accents of Latin letters, which readers easily overlook. */
const plainLook = (text: string): string =>
  lookOf(text.normalize('NFKD').replace(/(?<=\p{sc=Latn}\p{M}*)\p{M}/gu, ''));
const looksOf = (words: string): string[] => words.split(' ').map(plainLook);

/** Never part of a real name, in either language. */
const TITLES = looksOf(
  'admin admins administrator administrators administratorin administratoren administration moderator moderators ' +
    'moderatorin moderatoren sysadmin webmaster postmaster',
);
/** Reserved only alone or next to our own name. */
const ROLES = [
  ...TITLES,
  ...looksOf('moderation mod mods support staff helpdesk kundendienst verwaltung root 運営 管理者 管理人'),
];
const [OURS = '', KANA = ''] = looksOf(`${product.name} ${product.kana}`);
const FILLERS = looksOf(
  'the of by from das der die von vom team official officials offiziell offizielle offizieller offizielles help hilfe ' +
    'service system security sicherheit safety bot account konto 公式 サポート',
);
const ALL = [OURS, KANA, ...ROLES, ...FILLERS].sort((one, other) => other.length - one.length);
const ONLY_THESE = new RegExp(`^(?:${ALL.join('|')})+$`);
const STRONG = new RegExp([OURS, KANA, ...ROLES].join('|'));
const BESIDE_OURS = new Set([...ROLES, ...FILLERS]);

const words = (name: string): string[] =>
  name.split(/[^\p{L}\p{M}\p{N}]+/u).flatMap((word) => {
    const look = plainLook(word);
    return look === '' ? [] : [look];
  });

/** Checks the name with digits as letters and without digits. */
export const looksLikeStaff = (name: string): boolean =>
  [name, name.replace(/\p{N}/gu, ' ')].some((each) => {
    const [all, parts] = [plainLook(each), words(each)];
    if (ONLY_THESE.test(all) && STRONG.test(all)) return true;
    if (parts.some((part) => TITLES.includes(part))) return true;
    const isOurs = parts.some((part) => part === OURS || part === KANA);
    return isOurs && parts.some((part) => BESIDE_OURS.has(part));
  });
