/** Owns the filters of lists, the number of their pages, and how counts are shown. */
import { GENRES, type Genre, type PublicationType, STORY_LANGUAGES } from '../../publishing/stories/rules.ts';

export const BROWSE_A_PAGE = 24;
/** Nobody turns more pages. Readers with something in mind narrow the list down. */
export const BROWSE_PAGES_MAX_COUNT = 40;
/** Limit for counting stories of a tag: a few more than the pages show. */
export const TAGGED_COUNTED_MAX_COUNT = 1_000;

export const BROWSE_ORDERS = ['popular', 'new'] as const;
export type BrowseOrder = (typeof BROWSE_ORDERS)[number];

const BROWSE_TYPES = ['comics', 'novel', 'indie'] as const satisfies readonly PublicationType[];

export type Shelf = { by: 'genre' | 'language' | 'tag'; value: string };

export const shelfName = ({ by, value }: Shelf): string => `${by}:${value}`;

export const isGenre = (text: string | undefined): text is Genre => GENRES.some((genre) => genre === text);
export const isStoryLanguage = (text: string | undefined): text is string =>
  text !== undefined && STORY_LANGUAGES.includes(text);

export type Count = { genre: string; language: string; publicationType: PublicationType; count: number };

export type Filters = {
  type?: PublicationType | undefined;
  genre?: string | undefined;
  language?: string | undefined;
};

const fits = (row: Count, { type, genre, language }: Filters): boolean =>
  (type === undefined || row.publicationType === type) &&
  (genre === undefined || row.genre === genre) &&
  (language === undefined || row.language === language);

const sum = (rows: readonly Count[]): number => rows.reduce((total, { count }) => total + count, 0);

export const countOf = (rows: readonly Count[], filters: Filters = {}): number =>
  sum(rows.filter((row) => fits(row, filters)));

export const typesOf = (
  rows: readonly Count[],
  filters: Filters,
): { type: PublicationType; count: number }[] =>
  BROWSE_TYPES.map((type) => ({ type, count: countOf(rows, { ...filters, type }) }));

export function valuesOf(
  rows: readonly Count[],
  of: 'genre' | 'language',
): { value: string; count: number }[] {
  const groups = Map.groupBy(rows, (row) => row[of]);
  return [...groups]
    .map(([value, ofValue]) => ({ value, count: sum(ofValue) }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || a.value.localeCompare(b.value));
}

export type Extent = { page: number; shown: number; hasMore: boolean; counted: number };

/** Corrects counts that are some minutes old: the list itself knows where it ends. */
export function extentOf({ page, shown, hasMore, counted }: Extent): { total: number; pages: number } {
  const before = (page - 1) * BROWSE_A_PAGE;
  const total = hasMore ? Math.max(counted, before + shown + 1) : before + shown;
  return { total, pages: Math.min(BROWSE_PAGES_MAX_COUNT, Math.max(1, Math.ceil(total / BROWSE_A_PAGE))) };
}

export function oftenWith(
  stories: readonly { tags: readonly string[] }[],
  { keyOf, except, most }: { keyOf: (tag: string) => string; except: string | undefined; most: number },
): { key: string; tag: string }[] {
  const found = new Map<string, { tag: string; count: number }>();
  for (const tag of stories.flatMap(({ tags }) => tags)) {
    const key = keyOf(tag);
    if (key === '' || key === except) continue;
    const known = found.get(key) ?? { tag, count: 0 };
    found.set(key, { ...known, count: known.count + 1 });
  }
  return [...found]
    .filter(([, { count }]) => count > 1)
    .sort(([, a], [, b]) => b.count - a.count)
    .slice(0, most)
    .map(([key, { tag }]) => ({ key, tag }));
}
