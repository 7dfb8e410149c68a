/** The one reader of what a request would rather have (RFC 9110 §12.5). Headers of any length cost the same. */
import Negotiator from 'negotiator';
import { DEFAULT_LOCALE, LOCALES, type Locale } from './locale.ts';

const LONGEST = 500;

const asked = (name: string, header: string | undefined): Negotiator =>
  new Negotiator({ headers: { [name]: header?.slice(0, LONGEST) } });

/** The best interface language for an `Accept-Language` header; the first of ours when none fits (I18-08). */
export const negotiateLocale = (header: string | undefined): Locale =>
  (asked('accept-language', header ?? '').language([...LOCALES]) as Locale | undefined) ?? DEFAULT_LOCALE;

export type ContentEncoding = 'br' | 'gzip' | 'identity';

/** In our order on equal wishes: the smallest form first. */
const ENCODINGS: ContentEncoding[] = ['br', 'gzip', 'identity'];

/** Its types do not know the second argument yet. */
type Preferring = { encoding(available: string[], options: { preferred: string[] }): string | undefined };

/** The best of our encodings for an `Accept-Encoding` header; whoever says nothing gets the plain form. */
export function chooseEncoding(header: string | undefined): ContentEncoding {
  const wish: Preferring = asked('accept-encoding', header?.replaceAll('x-gzip', 'gzip'));
  return (wish.encoding(ENCODINGS, { preferred: ENCODINGS }) as ContentEncoding | undefined) ?? 'identity';
}

/** The one of these media types that an `Accept` header likes best; on equal wishes the first, or none. */
export const chooseType = <T extends string>(
  header: string | undefined,
  types: readonly T[],
): T | undefined => asked('accept', header).mediaType([...types]) as T | undefined;
