import { formatDate, formatTime } from '#locales/index.ts';
import { useTranslations } from '#locales/react.tsx';
import css from '#pages/admin/Admin.module.css';
import { Mark } from '#pages/ui/Mark.tsx';
import type { Data } from './+data.ts';

export function Course({ statement, zone }: Pick<Data, 'statement' | 'zone'>) {
  const t = useTranslations('statement');
  const { created_at: at, appeal, decision, ended_at: endedAt, appeal_until: until } = statement;
  const moment = (text: string) => `${formatDate(text, zone)} ${formatTime(text, zone)}`;
  return (
    <section aria-labelledby="course" className={css.part}>
      <h2 id="course">{t('course')}</h2>
      <ol className={css.course}>
        <li>
          <Mark shape="square">{statement.content ? t('courseHidden') : t('courseBlocked')}</Mark>
          <p className={css.small}>{moment(at)}</p>
        </li>
        <li>
          <Mark shape={appeal ? 'disc' : 'ring'}>{t('courseAppeal')}</Mark>
          <p className={css.small}>
            {appeal ? moment(appeal.at) : t('courseAppealUntil', { date: formatDate(until, zone) })}
          </p>
        </li>
        <li>
          <Mark shape={decision ? 'disc' : appeal ? 'half' : 'ring'}>{t('courseDecision')}</Mark>
          <p className={css.small}>
            {decision ? moment(decision.at) : appeal ? t('waiting') : t('courseDecisionLater')}
          </p>
        </li>
        {endedAt && (
          <li>
            <Mark shape="disc">{statement.content ? t('courseShown') : t('courseEnded')}</Mark>
            <p className={css.small}>{moment(endedAt)}</p>
          </li>
        )}
      </ol>
    </section>
  );
}
