/** Body of a refusal in one language (decisions.md §3): message, code and, with 422, the fields. */
import { formatDate, formatTime, humanizeField } from '../../locales/index.ts';
import { translator } from '../../locales/messages.ts';
import type { Notice } from './contract.ts';
import type { AppError } from './errors.ts';
import type { Locale } from './locale.ts';

export type ErrorBody = {
  message: string;
  code: string;
  fields?: Record<string, string[]>[];
  notice: Notice;
};

export function describeError(error: AppError, locale: Locale): ErrorBody {
  const codes = translator(locale, 'codes');
  const known = error.code as Parameters<typeof codes.has>[0];
  const said = codes.has(known) ? codes(known, argumentsOf(error, locale) as never) : codes('unknown');
  const message = [said, happenedOf(error, locale)].filter((part) => part !== '').join(' ');
  const fields = error.options.fields;
  return {
    message,
    code: error.code,
    ...(fields === undefined
      ? {}
      : { fields: Object.entries(fields).map((entry) => describeField(entry, locale)) }),
    notice: { is_success: false, message },
  };
}

function argumentsOf({ options }: AppError, locale: Locale): Record<string, string | number> {
  const { args = {}, missing } = options;
  if (missing === undefined) return args;
  const words = translator(locale, 'missing');
  return { ...args, missing: missing.map((key) => words(key as Parameters<typeof words>[0])).join(', ') };
}

function happenedOf({ options: { happened } }: AppError, locale: Locale): string {
  if (happened === undefined) return '';
  const { deed, name, at } = happened;
  const t = translator(locale, 'errors');
  const actions = translator(locale, 'administration');
  return t('happened', {
    name: name ?? t('happenedNobody'),
    date: formatDate(at.toISOString()),
    time: formatTime(at.toISOString()),
    deed: actions(`actions.${deed}` as Parameters<typeof actions>[0]),
  });
}

function describeField([name, problems]: [string, string[]], locale: Locale): Record<string, string[]> {
  const texts = translator(locale, 'problems');
  return {
    [name]: problems.map((problem) => {
      const key = problem as Parameters<typeof texts.has>[0];
      return texts.has(key) ? texts(key) : texts('invalid');
    }),
  };
}

export function fieldName(name: string, locale: Locale): string {
  return humanizeField(name.split('.').at(-1) ?? name, translator(locale, 'fields'));
}
