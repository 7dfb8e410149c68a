import type { MessageKey } from '#locales/index.ts';
import { translator } from '#locales/messages.ts';
import type { Locale } from '../../../lib/locale.ts';
import { REPORT_CATEGORIES } from '../../safety/reports/rules.ts';
import { GENRES, type Genre, genresOf, type PublicationType } from './rules.ts';

export type CategoryKind = 'genre' | 'report';
export type Category = { id: string; label: string };

/** By name, with "other" last (STO-35). */
export function listGenres(locale: Locale, type?: PublicationType): { id: Genre; label: string }[] {
  const t = translator(locale, 'genres');
  const last = (id: Genre) => Number(id === 'other');
  return (type === undefined ? GENRES : genresOf(type))
    .map((id) => ({ id, label: t(id) }))
    .sort((a, b) => last(a.id) - last(b.id) || a.label.localeCompare(b.label, locale));
}

/** Reports keep the order of the list, which puts the most used first. */
export function listCategories(locale: Locale, kind: CategoryKind, type?: PublicationType): Category[] {
  if (kind === 'genre') return listGenres(locale, type);
  const t = translator(locale, 'reportCategories');
  return REPORT_CATEGORIES.map((id) => ({ id, label: t(id satisfies MessageKey<'reportCategories'>) }));
}
