import { useLocale, useTranslations } from '#locales/react.tsx';
import { Disclosure } from '#pages/ui/Disclosure.tsx';
import { Find, Finds } from '#pages/ui/Finds.tsx';
import type { IconName } from '#pages/ui/Icon.tsx';
import type { ShownEpub } from '#server/domains/publishing/novels/books/queries.ts';
import { locales } from '#server/lib/locale.ts';
import css from './Page.module.css';

type Findings = NonNullable<ShownEpub['findings']>;

/** Styles and fonts count as one: the book's typography. */
type Kind = Exclude<Findings['left_out'][number]['kind'], 'styles' | 'fonts'> | 'looks';

const ICONS = {
  scripts: 'file-code',
  looks: 'palette',
  audio: 'volume-2',
  video: 'play',
  remote: 'link-2-off',
  forms: 'file-code',
  embedded: 'file-code',
  svg: 'image',
  pictures: 'image',
  links: 'link-2-off',
  layout: 'palette',
  long_lines: 'book-open',
  dense: 'book-open',
  empty: 'book-open',
} as const satisfies Record<Kind, IconName>;

const CHAPTERS_NAMED = 6;

type Line = { kind: Kind; count: number; names: string[]; chapters: number[] };

function linesOf({ left_out: all, refused_pictures: refused }: Findings): Line[] {
  const lines = new Map<Kind, Line>();
  const add = (kind: Kind, { count, names, chapters }: Omit<Line, 'kind'>): void => {
    const known = lines.get(kind) ?? { kind, count: 0, names: [], chapters: [] };
    lines.set(kind, {
      kind,
      count: known.count + count,
      names: [...known.names, ...names],
      chapters: [...new Set([...known.chapters, ...chapters])],
    });
  };
  for (const { kind, ...line } of all) {
    add(kind === 'styles' || kind === 'fonts' ? 'looks' : kind, line);
  }
  for (const { name } of refused) add('pictures', { count: 1, names: [name], chapters: [] });
  return [...lines.values()];
}

export function LeftOut({ findings }: { findings: Findings }) {
  const t = useTranslations('epub');
  const whereIn = useChapterWords();
  const lines = linesOf(findings);
  if (lines.length === 0)
    return (
      <section>
        <h2 className={css.heading}>{t('leftOut')}</h2>
        <p className={css.lead}>{t('nothingLeftOut')}</p>
      </section>
    );
  const named = lines.filter(({ names }) => names.length > 0);
  const total = named.reduce((sum, { names }) => sum + names.length, 0);
  return (
    <section>
      <h2 className={css.heading}>{t('leftOut')}</h2>
      <p className={css.lead}>{t('leftOutWhy')}</p>
      <Finds>
        {lines.map(({ kind, count, chapters }) => (
          <Find
            key={kind}
            icon={ICONS[kind]}
            what={t(`out.${kind}`, { count })}
            more={[t(`outWhy.${kind}`), whereIn(chapters)].filter(Boolean).join(' ')}
            end={t('outSign')}
          />
        ))}
      </Finds>
      {total > 0 && (
        <Disclosure summary={t('report', { count: total })} className={css.report}>
          <ul>
            {named.flatMap(({ kind, names }) =>
              names.map((name) => (
                <li key={`${kind} ${name}`} dir="auto">
                  {name}
                </li>
              )),
            )}
          </ul>
        </Disclosure>
      )}
    </section>
  );
}

/** "In chapters 3, 11 and 19." */
function useChapterWords(): (chapters: readonly number[]) => string {
  const t = useTranslations('epub');
  const lists = new Intl.ListFormat(locales[useLocale()].lists, { type: 'conjunction' });
  return (chapters) => {
    if (chapters.length === 0) return '';
    const named = chapters.slice(0, CHAPTERS_NAMED).map(String);
    const isCut = chapters.length > CHAPTERS_NAMED;
    return t('inChapters', {
      count: chapters.length,
      chapters: isCut ? `${named.join(', ')} …` : lists.format(named),
    });
  };
}
