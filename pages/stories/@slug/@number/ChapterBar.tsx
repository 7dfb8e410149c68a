import type { CSSProperties } from 'react';
import { PlainIsland } from '#islands/runtime/PlainIsland.tsx';
import { useTranslations } from '#locales/react.tsx';
import type { ReadChapters } from '#server/domains/publishing/novels/chapters.ts';
import type { ReaderPage } from '#server/domains/reading/reader/queries-reader.ts';
import { minutesFor, placeInBook } from '#server/domains/reading/reader/reading-speed.ts';
import { directionOfLanguage } from '#server/lib/writing-direction.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import css from './ChapterBar.module.css';

/** More segments would be too thin to tell apart. Then one bar shows the whole. */
const PIECES_MAX_COUNT = 40;

/** Position in chapter and episode (RDR-18). A script updates it (islands/reading/prose/bar.ts). */
export function ChapterBar({
  reading,
  content,
}: {
  reading: Pick<ReaderPage, 'number' | 'storyLanguage'>;
  content: ReadChapters;
}) {
  const t = useTranslations('reader');
  const words = useTranslations('words');
  const { toc, chapter } = content;
  const { before, share } = placeInBook(toc, chapter.number);
  const minutes = minutesFor(
    toc.find(({ number }) => number === chapter.number)?.characters ?? 0,
    reading.storyLanguage,
  );
  const isOnly = toc.length < 2;
  const place = isOnly
    ? t('episode', { number: reading.number })
    : t('chapterPlace', { page: chapter.number, pages: toc.length });
  const book = isOnly ? 'percent' : 'book';
  const left = minutes === 1 ? t('minuteLeft') : t('minutesLeft', { minutes: String(minutes) });
  const percent = String(Math.floor(100 * before));
  const isWhole = toc.length > PIECES_MAX_COUNT;
  return (
    <footer
      className={css.foot}
      data-reader-bar
      data-before={before.toFixed(4)}
      data-of={share.toFixed(4)}
      data-minutes={minutes}
      data-one={t('minuteLeft')}
      data-more={t('minutesLeft', { minutes: '{minutes}' })}
      data-finished={t('finished')}
      data-book={t(book, { percent: '{percent}' })}
    >
      <div
        className={css.pieces}
        dir={directionOfLanguage(reading.storyLanguage)}
        role="progressbar"
        aria-label={t('progress')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Number(percent)}
        aria-valuetext={`${place}, ${left}`}
      >
        {isWhole ? (
          <i data-whole data-piece="now" style={{ '--p': before.toFixed(4) } as CSSProperties} />
        ) : (
          toc.map(({ number, characters }) => (
            <i
              key={number}
              data-piece={number < chapter.number ? 'read' : number === chapter.number ? 'now' : undefined}
              style={{ '--w': Math.max(1, Math.round(characters / 100)) } as CSSProperties}
            />
          ))
        )}
      </div>
      <p className={css.words}>
        <span>
          {`${place}, `}
          <span data-left>{left}</span>
        </span>
        <span data-percent>{t(book, { percent })}</span>
      </p>
      <PlainIsland name="aloud" wake="touch">
        <IconButton
          icon="headphones"
          label={words('aloud')}
          className={css.aloud}
          data-tool="aloud"
          aria-pressed="false"
          data-needs-js
        />
      </PlainIsland>
    </footer>
  );
}
