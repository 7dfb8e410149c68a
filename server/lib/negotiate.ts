/** The only reader of a request's preferences (RFC 9110 §12.5). Long headers are truncated. */
import Negotiator from 'negotiator';
import { DEFAULT_LOCALE, LOCALES, type Locale } from './locale.ts';

const LONGEST = 500;

const asked = (name: string, header: string | undefined): Negotiator =>
  new Negotiator({ headers: { [name]: header?.slice(0, LONGEST) } });

/** Best interface language for an `Accept-Language` header, else our first one (I18-08). */
export const negotiateLocale = (header: string | undefined): Locale =>
  (asked('accept-language', header ?? '').language([...LOCALES]) as Locale | undefined) ?? DEFAULT_LOCALE;

export type ContentEncoding = 'br' | 'gzip' | 'identity';

/** Our order among equal preferences: the smallest form first. */
const ENCODINGS: ContentEncoding[] = ['br', 'gzip', 'identity'];

/** The package's types do not know the second argument yet. */
type Preferring = { encoding(available: string[], options: { preferred: string[] }): string | undefined };

/** Best of our encodings for an `Accept-Encoding` header. Without a header, the uncompressed form. */
export function chooseEncoding(header: string | undefined): ContentEncoding {
  const wish: Preferring = asked('accept-encoding', header?.replaceAll('x-gzip', 'gzip'));
  return (wish.encoding(ENCODINGS, { preferred: ENCODINGS }) as ContentEncoding | undefined) ?? 'identity';
}

/** The media type that an `Accept` header prefers. Among equals the first. Undefined when none fits. */
export const chooseType = <T extends string>(
  header: string | undefined,
  types: readonly T[],
): T | undefined => asked('accept', header).mediaType([...types]) as T | undefined;
