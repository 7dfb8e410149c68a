import { Fragment, type ReactNode } from 'react';
import { useTranslations } from '#locales/react.tsx';
import type { ReadChapters } from '#server/domains/publishing/novels/chapters.ts';
import type { ReaderPage } from '#server/domains/reading/reader/queries-reader.ts';
import { directionOfLanguage } from '#server/lib/writing-direction.ts';
import { bookClasses } from '../../../ui/bookClasses.ts';
import { classes } from '../../../ui/classes.ts';
import { FirstScreenEnd } from '../../../ui/FirstScreenEnd.tsx';
import { Prose } from '../../../ui/Prose.tsx';
import { END_ANCHOR } from '../../stage/anchors.ts';
import { chapterAnchor } from '../address.ts';
import css from './Chapter.module.css';
import { opensShortly } from './opening.ts';
import { partsOf } from './parts.ts';
import { isUpright } from './upright.ts';

const partAnchor = (at: number): string => `part-${at + 1}`;

/** A chapter, set like a book. A single chapter has the episode's title. */
export function Chapter({
  reading,
  content,
  slot,
}: {
  reading: Pick<ReaderPage, 'number' | 'title' | 'storyLanguage'>;
  content: ReadChapters;
  slot?: ((number: number, onHref: string) => ReactNode) | undefined;
}) {
  const t = useTranslations('reader');
  const { storyLanguage: language } = reading;
  const { chapter, toc } = content;
  const anchor = chapterAnchor(chapter.number);
  const isOnly = toc.length < 2;
  return (
    <article
      className={css.book}
      id={anchor}
      data-prose={chapter.id}
      data-upright={isUpright(content, language) ? '' : undefined}
      dir={directionOfLanguage(language)}
    >
      <header className={css.head}>
        <p className={css.label}>
          {/* A tab stop and the address of this place. */}
          <a href={`#${anchor}`}>
            {isOnly ? t('episode', { number: reading.number }) : t('chapter', { number: chapter.number })}
          </a>
        </p>
        <h1 className={css.title} lang={language} dir="auto">
          {isOnly ? reading.title : chapter.title}
        </h1>
        <div className={css.rule} aria-hidden="true" />
      </header>
      {partsOf(content, { hasSlots: slot !== undefined }).map((part, at, parts) => (
        <Fragment key={part.slot}>
          <Prose kind="book" language={language}>
            {/* Stored HTML is always sanitized. */}
            <div
              className={classes(bookClasses(part.html), at === 0 && opensShortly(part.html) && css.opening)}
              id={at === 0 ? undefined : partAnchor(at)}
              data-text
              dangerouslySetInnerHTML={{ __html: part.html }}
            />
          </Prose>
          {at === 0 && <FirstScreenEnd />}
          {part.slot !== null &&
            slot?.(part.slot, `#${at + 1 < parts.length ? partAnchor(at + 1) : END_ANCHOR}`)}
        </Fragment>
      ))}
    </article>
  );
}
