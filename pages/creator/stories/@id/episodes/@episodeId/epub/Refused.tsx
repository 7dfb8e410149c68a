/** Why a book was refused, where, and what helps (NOV-10). */
import { useTranslations } from '#locales/react.tsx';
import { Notice } from '#pages/ui/Notice.tsx';
import type { ShownEpub } from '#server/domains/publishing/novels/books/queries.ts';
import type { Data } from './+data.ts';
import css from './Page.module.css';

type RefusedProps = { data: Data; epub: ShownEpub; refusal: NonNullable<ShownEpub['refusal']> };

/** Reasons that another export of the book would not fix. */
const NOT_THE_BOOK: string[] = ['failed', 'too_many_pictures'] satisfies RefusedProps['refusal']['reason'][];

export function Refused({ data, epub, refusal }: RefusedProps) {
  const t = useTranslations('epub');
  const { number } = data.episode;
  const { reason, file, line, element, excerpt } = refusal;
  return (
    <>
      <Notice kind="bad" urgent>
        <b>{epub.name}</b> {t(`reason.${reason}`)}{' '}
        {t(reason === 'failed' ? 'stillHere' : 'nothingKept', { number })}
      </Notice>
      {file !== null && (
        <div>
          <p className={css.place}>{line === null ? file : t('fileLine', { file, line })}</p>
          {excerpt.length > 0 && (
            <ol className={css.trace}>
              {excerpt.map((one) => (
                <li key={one.number} className={one.number === line ? css.mark : undefined}>
                  <span className={css.lineNumber}>{one.number}</span>
                  <code>{one.text}</code>
                </li>
              ))}
            </ol>
          )}
        </div>
      )}
      <div>
        <h2 className={css.heading}>{t('helps')}</h2>
        <ol className={css.ways}>
          <li>{element === null ? t(`mend.${reason}`) : t('mendElement', { element: `</${element}>` })}</li>
          {!NOT_THE_BOOK.includes(reason) && <li>{t('mendExport')}</li>}
          <li>{t('mendPaste')}</li>
        </ol>
      </div>
    </>
  );
}
