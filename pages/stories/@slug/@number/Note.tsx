import { useTranslations } from '#locales/react.tsx';
import type { ReadChapters } from '#server/domains/publishing/novels/chapters.ts';
import type { ReaderPage } from '#server/domains/reading/reader/queries-reader.ts';
import { directionOfLanguage } from '#server/lib/writing-direction.ts';
import { bookClasses } from '../../../ui/bookClasses.ts';
import { classes } from '../../../ui/classes.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import css from './Note.module.css';

/** Popup for a footnote (islands/reading/footnotes). Without a script, links lead to the note and back. */
export function Note({
  reading,
  content,
}: {
  reading: Pick<ReaderPage, 'storyLanguage'>;
  content: ReadChapters;
}) {
  const t = useTranslations('words');
  const tools = useTranslations('readerTools');
  if (!content.chapter.sections.some((html) => html.includes('role="doc-noteref"'))) return null;
  const { storyLanguage: language } = reading;
  return (
    <section className={css.note} id="note" popover="auto" role="dialog" aria-labelledby="note-name" hidden>
      <div className={css.head}>
        <h2 id="note-name" tabIndex={-1} data-name={t('note', { mark: '{mark}' })}>
          {t('note', { mark: '' })}
        </h2>
        <IconButton icon="x" label={tools('close')} data-close />
      </div>
      <div
        className={classes(bookClasses(), css.text)}
        lang={language}
        dir={directionOfLanguage(language)}
        data-note-text
      />
      <p className={css.way}>
        <a href="#main" data-way>
          {t('toNote')}
        </a>
      </p>
    </section>
  );
}
