/** Figures and names for the texts in locales/content, each taken from its rule: `{creator_share}`. */
import { formatNumber } from '../../locales/index.ts';
import { AGE_MIN_YEARS, AGE_OF_CONSENT, DELETION_DELAY_MS } from '../domains/accounts/accounts/rules.ts';
import { CONSENT_DAYS } from '../domains/accounts/consent/rules.ts';
import { CONFIRMED_MS, DEVICE_MS, SESSION_MS } from '../domains/accounts/sessions/rules.ts';
import { PAYOUT_MAX_DAYS, PAYOUT_THRESHOLD_CENTS, shareOf } from '../domains/income/earnings/rules.ts';
import { ITEMS_A_SLOT } from '../domains/income/interstitials/rules.ts';
import { IMAGE_MAX_BYTES } from '../domains/media/images/inspect.ts';
import { MAILS_KEPT_MS } from '../domains/platform/mail/sweep.ts';
import { TOKEN_MS } from '../domains/platform/mail/tokens.ts';
import { ATTEMPTS_KEPT_MS } from '../domains/platform/tables/sweep.ts';
import { EPUB_MAX_BYTES } from '../domains/publishing/novels/rules.ts';
import { PRICE_MAX_COINS } from '../domains/publishing/pricing/rules.ts';
import { PAGES_RECOMMENDED } from '../domains/publishing/releases/rules.ts';
import { DELETED_KEPT_DAYS } from '../domains/publishing/stories/rules.ts';
import { VIEW_MS } from '../domains/reading/counts/rules.ts';
import { KEPT_MONTHS } from '../domains/reading/reading-time/rules.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../lib/durations.ts';
import { type Locale, locales } from '../lib/locale.ts';
import { product } from '../lib/product.ts';

/** Only the terms define these (LEG-15…18). No code uses them. */
const terms = { liability_cap: 'US$100', negotiation_days: 60, california_days: 30 };

const MB = 1024 * 1024;
const days = (ms: number): number => ms / DAY_MS;

const shared = {
  product: product.name,
  kana: product.kana,
  legal_entity: product.legalEntity,
  support_email: product.supportEmail,
  ...terms,
  age_min: AGE_MIN_YEARS,
  age_of_consent: AGE_OF_CONSENT,
  payout_threshold: `$${formatNumber(PAYOUT_THRESHOLD_CENTS / 100)}`,
  payout_days: PAYOUT_MAX_DAYS,
  items_a_slot: ITEMS_A_SLOT,
  session_days: days(SESSION_MS),
  consent_days: CONSENT_DAYS,
  device_days: days(DEVICE_MS),
  confirmed_days: days(CONFIRMED_MS),
  deletion_days: days(DELETION_DELAY_MS),
  deleted_story_days: DELETED_KEPT_DAYS,
  export_days: days(TOKEN_MS.download_export),
  attempts_minutes: ATTEMPTS_KEPT_MS / MINUTE_MS,
  attention_months: KEPT_MONTHS,
  mails_days: days(MAILS_KEPT_MS),
  view_hours: VIEW_MS / HOUR_MS,
  price_max: formatNumber(PRICE_MAX_COINS),
  pages_least: PAGES_RECOMMENDED.least,
  pages_most: PAGES_RECOMMENDED.most,
  image_max_mb: IMAGE_MAX_BYTES / MB,
  epub_max_mb: EPUB_MAX_BYTES / MB,
} as const;

/** German puts a space before the sign. */
const percent = (locale: Locale, basisPoints: number): string =>
  new Intl.NumberFormat(locales[locale].lists, { style: 'percent', maximumFractionDigits: 2 }).format(
    basisPoints / 10_000,
  );

export const factsIn = (locale: Locale): Readonly<Record<string, string | number>> => ({
  ...shared,
  creator_share: percent(locale, shareOf({ founder: false })),
  founder_share: percent(locale, shareOf({ founder: true })),
});
