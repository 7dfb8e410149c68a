import type { MessageKey } from '../../../locales/index.ts';
import { useTranslations } from '../../../locales/react.tsx';
import css from './Queue.module.css';
import type { ReportedThing, ShownReport } from './types.ts';

export function Words({
  thing: { snapshot, now, reports, reports_count: count, subject },
}: {
  thing: ReportedThing;
}) {
  const t = useTranslations('reportQueue');
  const isShown = snapshot !== '' || now !== null;
  const more = count - reports.length;
  return (
    <div className={css.words}>
      {isShown && (
        <div className={css.beside}>
          <figure className={css.said}>
            <figcaption>{t('reported')}</figcaption>
            <blockquote dir="auto">{snapshot || '–'}</blockquote>
          </figure>
          {subject.type !== 'address' && (
            <figure className={css.said}>
              <figcaption>
                {t('now')}
                {now?.state && ` · ${stateWord(t, now.state)}`}
              </figcaption>
              {now === null || now.state === 'deleted' ? (
                <p>{t('deleted')}</p>
              ) : now.changed ? (
                <blockquote dir="auto">{now.text}</blockquote>
              ) : (
                <p>{t('same')}</p>
              )}
            </figure>
          )}
        </div>
      )}
      <p className={css.small}>{t('words')}</p>
      <ul className={css.reports}>
        {reports.map((report) => (
          <One key={report.id} report={report} />
        ))}
      </ul>
      {more > 0 && <p className={css.facts}>{t('more', { count: more })}</p>}
    </div>
  );
}

const STATES = [
  'shown',
  'held',
  'hidden',
  'deleted',
  'published',
  'scheduled',
  'blocked',
  'in_progress',
] as const;

function stateWord(t: ReturnType<typeof useTranslations<'reportQueue'>>, state: string): string {
  const known = STATES.find((each) => each === state);
  return known === undefined ? state : t(`state.${known}`);
}

function One({ report: { number, category, text, by, notice } }: { report: ShownReport }) {
  const t = useTranslations('reportQueue');
  const reasons = useTranslations('reportCategories');
  return (
    <li>
      <blockquote dir="auto">{text || t('noWords')}</blockquote>
      {notice && (
        <ul className={css.addresses}>
          {notice.addresses.map((each) => (
            <li key={each}>
              <a href={each} target="_blank" rel="noopener">
                {each}
              </a>
            </li>
          ))}
        </ul>
      )}
      <p className={css.facts}>
        {number} · {reasons(category satisfies MessageKey<'reportCategories'>)} ·{' '}
        <span dir="auto">
          {notice
            ? t('noticeOf', { number: String(notice.number), name: notice.name ?? t('anonymous') })
            : (by ?? t('nobody'))}
        </span>
      </p>
    </li>
  );
}
