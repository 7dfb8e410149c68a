/** Pages where a social sign-in ends, with a notice in the language of the page where it began. */
import { localizedPath } from '#locales/index.ts';
import { translator } from '#locales/messages.ts';
import { type Address, address, mending, withBack } from '#pages/addresses.ts';
import { describeError } from '../../../lib/describe.ts';
import type { AppError } from '../../../lib/errors.ts';
import { safePath } from '../../../lib/forms.ts';
import type { Locale } from '../../../lib/locale.ts';
import { LABELS, type Provider, type SocialAction } from './rules.ts';

const NOTICE_MAX_LENGTH = 200;

/** `path` already has its language prefix. */
function withQuery(path: string, query: Record<string, string>): string {
  const url = new URL(path, 'http://local');
  for (const [name, value] of Object.entries(query))
    url.searchParams.set(name, value.slice(0, NOTICE_MAX_LENGTH));
  return `${url.pathname}${url.search}${url.hash}`;
}

/** The page the user came from if it is ours, else `path`. */
export const placeAfter = (locale: Locale, back: string | null, path: Address): string =>
  safePath(back) ?? localizedPath(locale, path);

export function welcomePlace(locale: Locale, back: string | null, provider: Provider): string {
  const notice = translator(locale, 'notices')('social_signed_in', { provider: LABELS[provider] });
  return withQuery(placeAfter(locale, back, '/creator/stories'), { success_notice: notice });
}

export function connectedPlace(locale: Locale, back: string | null, provider: Provider): string {
  const notice = translator(locale, 'notices')('social_connected', { provider: LABELS[provider] });
  return withQuery(placeAfter(locale, back, '/connected_apps'), { success_notice: notice });
}

export const codePlace = (locale: Locale, code: string, provider: Provider): string =>
  localizedPath(locale, address('/sign_in', {}, { query: { auth_token: code, social_app_name: provider } }));

export const stepPlace = (locale: Locale): string => localizedPath(locale, address('/sign_up/social'));

export const factorPlace = (locale: Locale, back: string | null): string =>
  localizedPath(locale, withBack(address('/sign_in/second_factor'), safePath(back)));

/** ERR-25. */
export const soonPlace = (locale: Locale, back: string | null): string =>
  withQuery(placeAfter(locale, back, '/sign_in'), {
    error_notice: translator(locale, 'notices')('coming_soon'),
  });

/** The sign-in page would redirect signed-in users. Errors of a connection thus appear on the connections page. */
export function refusedPlace(
  locale: Locale,
  error: AppError,
  { action, back = null }: { action: SocialAction; back?: string | null },
): string {
  const mended = action === 'connecting' ? mending[error.code] : undefined;
  if (mended !== undefined)
    return localizedPath(locale, withBack(mended, placeAfter(locale, back, '/connected_apps')));
  const page = localizedPath(locale, action === 'connecting' ? '/connected_apps' : '/sign_in');
  const place = withQuery(page, { error_notice: describeError(error, locale).message });
  const kept = safePath(back);
  return kept === undefined ? place : `${place}&back=${encodeURIComponent(kept)}`;
}
