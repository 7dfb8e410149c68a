/** Why a book was not taken, the place in it, and what helps (NOV-10). */
import { useTranslations } from '#locales/react.tsx';
import { Notice } from '#pages/ui/Notice.tsx';
import type { ShownEpub } from '#server/domains/novels/books/queries.ts';
import css from './Page.module.css';

/** Of `epub/refused.ts`; what is not known here is told as a failure. */
const REASONS = [
  'not_epub',
  'damaged',
  'unsafe',
  'copy_protected',
  'too_many_files',
  'too_large',
  'no_container',
  'no_package',
  'no_text',
  'missing_file',
  'too_many_chapters',
  'not_closed',
  'not_well_formed',
  'entities',
  'encoding',
  'too_tangled',
  'too_long',
  'too_slow',
  'too_much_memory',
  'failed',
] as const;

export function Refused({
  epub,
  refusal,
  number,
}: {
  epub: ShownEpub;
  refusal: NonNullable<ShownEpub['refusal']>;
  number: number;
}) {
  const t = useTranslations('epub');
  const { file, line, element, excerpt } = refusal;
  const reason = REASONS.find((known) => known === refusal.reason) ?? 'failed';
  return (
    <>
      <Notice kind="bad" urgent>
        <b>{epub.name}</b> {t(`reason.${reason}`)} {t('nothingKept', { number })}
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
          <li>{t('mendExport')}</li>
          <li>{t('mendPaste')}</li>
        </ol>
      </div>
    </>
  );
}
