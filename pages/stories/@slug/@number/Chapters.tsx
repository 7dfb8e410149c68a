import { useTranslations } from '#locales/react.tsx';
import type { ReadChapter, ReaderPage } from '#server/domains/reading/queries-reader.ts';
import { Prose } from '../../../ui/Prose.tsx';
import css from './Chapters.module.css';

/** An episode of a novel, set like a book. One chapter needs no second heading: the first line is its stop of the Tab key. */
export function Chapters({
  reading,
  chapters,
}: {
  reading: Pick<ReaderPage, 'number' | 'title' | 'storyLanguage'>;
  chapters: readonly ReadChapter[];
}) {
  const t = useTranslations('reader');
  const { storyLanguage: language } = reading;
  const episode = t('episode', { number: reading.number });
  return (
    <article className={css.book} data-stage>
      <header>
        <p className={css.label}>{chapters.length > 1 ? episode : <a href="#chapter-1">{episode}</a>}</p>
        <h1 className={css.title} lang={language} dir="auto">
          {reading.title}
        </h1>
      </header>
      {chapters.map(({ id, number, title, html }) => (
        <section key={id} className={css.chapter} id={`chapter-${number}`} data-item={id}>
          {chapters.length > 1 && (
            <>
              <p className={css.label}>
                {/* A stop of the Tab key, and the address of this place. */}
                <a href={`#chapter-${number}`}>{t('chapter', { number })}</a>
              </p>
              <h2 lang={language} dir="auto">
                {title}
              </h2>
            </>
          )}
          <Prose kind="book" language={language}>
            {/* Only what the sanitiser let through is ever stored. */}
            <div className={css.text} dangerouslySetInnerHTML={{ __html: html }} />
          </Prose>
        </section>
      ))}
    </article>
  );
}
