import type { ReactNode } from 'react';
import { useTranslations } from '#locales/react.tsx';
import type { ReadChapters } from '#server/domains/publishing/novels/chapters.ts';
import type { ReaderPage } from '#server/domains/reading/reader/queries-reader.ts';
import { minutesFor } from '#server/domains/reading/reader/reading-speed.ts';
import { LinkButton } from '../../../ui/Button.tsx';
import { Stroke } from '../../../ui/Seal.tsx';
import { END_ANCHOR } from '../../stage/anchors.ts';
import css from './ChapterEnd.module.css';

export function ChapterEnd({
  reading,
  content: { toc, chapter },
  hrefOf,
  actions,
  back,
}: {
  reading: Pick<ReaderPage, 'storyLanguage'>;
  content: ReadChapters;
  hrefOf: (chapter: number) => string;
  actions: ReactNode;
  back: ReactNode;
}) {
  const t = useTranslations('reader');
  const next = toc.find(({ number }) => number === chapter.number + 1);
  if (next === undefined) return null;
  const language = reading.storyLanguage;
  return (
    <section className={css.end} id={END_ANCHOR}>
      <Stroke className={css.stroke} />
      <div className={css.next}>
        <p className={css.note}>{t('nextChapter', { minutes: minutesFor(next.characters, language) })}</p>
        <p className={css.name}>
          {next.number} ·{' '}
          <span lang={language} dir="auto">
            {next.title}
          </span>
        </p>
        <LinkButton kind="ink" rel="next" href={hrefOf(next.number)} data-ahead>
          {t('readOn')}
        </LinkButton>
      </div>
      {actions && <div className={css.feelings} data-feelings />}
      {actions}
      {back && <p className={css.back}>{back}</p>}
    </section>
  );
}
