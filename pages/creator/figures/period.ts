/** The days a page of figures shows, from its address: `?days=7`, or `?from=2026-11-01&to=2026-11-20`. */
import { translator } from '../../../locales/messages.ts';
import { lastDays, type Range, readRange } from '../../../server/domains/reading/counts/rules.ts';
import { fieldName } from '../../../server/lib/describe.ts';
import type { Locale } from '../../../server/lib/locale.ts';

export const SPANS = [7, 28, 90, 365] as const;
export type Span = (typeof SPANS)[number];

const USUAL: Span = 28;

export type Period = {
  range: Range;
  /** Null for a custom range. */
  span: Span | null;
  today: string;
  refusal: string | null;
};

export function readPeriod(query: URLSearchParams, today: string, locale: Locale): Period {
  const [from, to] = [query.get('from') || undefined, query.get('to') || undefined];
  const span = SPANS.find((known) => String(known) === query.get('days')) ?? USUAL;
  const usual = { range: lastDays(today, span), span, today };
  if (from === undefined && to === undefined) return { ...usual, refusal: null };
  const wish = readRange({ from, to }, today);
  if ('range' in wish) return { range: wish.range, span: null, today, refusal: null };
  const problems = translator(locale, 'problems');
  const said = Object.entries(wish.fields).map(
    ([field, [problem = '']]) => `${fieldName(field, locale)} ${problems(problem as 'invalid')}.`,
  );
  return { ...usual, refusal: said.join(' ') };
}

/** `path` with the same days and other parameters. Defaults are left out. */
export function periodAddress(
  path: string,
  { span, range }: Pick<Period, 'span' | 'range'>,
  more: Readonly<Record<string, string>> = {},
): string {
  const days: Record<string, string> = span === null ? range : span === USUAL ? {} : { days: String(span) };
  const query = new URLSearchParams({ ...days, ...more });
  return `${path}${query.size > 0 ? `?${query}` : ''}`;
}

export const pageIn = (page: number): Record<string, string> => (page > 1 ? { page: String(page) } : {});
