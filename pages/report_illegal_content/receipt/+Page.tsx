import { formatDate, formatTime } from '../../../locales/index.ts';
import { useHref, useTranslations } from '../../../locales/react.tsx';
import { product } from '../../../server/lib/product.ts';
import { LinkButton } from '../../ui/Button.tsx';
import { Wrap } from '../../ui/Wrap.tsx';
import css from '../Page.module.css';
import type { Data } from './+data.ts';

export default function Page({ data: { notice } }: { data: Data }) {
  const t = useTranslations('illegalContent');
  const grounds = useTranslations('noticeGrounds');
  const things = useTranslations('reportSubjects');
  const href = useHref();
  const outcomes = notice.outcomes.map((outcome, index) => ({ ...outcome, number: index + 1 }));
  const isDecided = notice.outcomes.some(({ state }) => state !== 'open');
  return (
    <Wrap as="main" id="main" className={css.main}>
      <h1>{t('receiptTitle')}</h1>
      <p>
        {t('received')} {t('keep')}
      </p>
      <dl className={css.receipt}>
        <dt>{t('number')}</dt>
        <dd>{notice.number}</dd>
        <dt>{t('at')}</dt>
        <dd>
          {formatDate(notice.created_at)} {formatTime(notice.created_at)} (UTC)
        </dd>
        <dt>{t('ground')}</dt>
        <dd>{grounds(notice.ground)}</dd>
        <dt>{t('about')}</dt>
        <dd>
          <ul>
            {notice.addresses.map((each) => (
              <li key={each} dir="ltr">
                {each}
              </li>
            ))}
          </ul>
        </dd>
        <dt>{t('outcome')}</dt>
        <dd>
          <ul>
            {outcomes.map(({ number, state, subject_type: type, decided_at: at }) => (
              <li key={number}>
                {notice.outcomes.length > 1 && <>{t('thing', { number, thing: things(type) })}: </>}
                {state === 'open' || at === null ? t('open') : t(state, { date: formatDate(at) })}
              </li>
            ))}
          </ul>
        </dd>
      </dl>
      {isDecided && <p className={css.muted}>{t('redress', { email: product.supportEmail })}</p>}
      <div>
        <LinkButton href={href('/report_illegal_content')}>{t('another')}</LinkButton>
      </div>
    </Wrap>
  );
}
