import { formatDate, formatMoney } from '#locales/index.ts';
import { useHref, useTranslations } from '#locales/react.tsx';
import { Breadcrumbs } from '#pages/ui/Breadcrumbs.tsx';
import { Icon, type IconName } from '#pages/ui/Icon.tsx';
import { PageHead } from '#pages/ui/PageHead.tsx';
import type { Data } from './+data.ts';
import { Ask } from './Ask.tsx';
import { Destination } from './Destination.tsx';
import { Open } from './Open.tsx';
import css from './Page.module.css';

export default function Page({ data }: { data: Data }) {
  const t = useTranslations('payouts');
  const words = useTranslations('console');
  const href = useHref();
  return (
    <>
      <Breadcrumbs
        label={words('way')}
        items={[{ label: t('revenue'), href: href('/creator/revenue') }, { label: t('title') }]}
      />
      <PageHead title={t('title')} />
      <div className={css.duo}>
        <div>
          {data.open === null ? (
            <Ask data={data} />
          ) : (
            <Open payout={data.open} balance={data.own.balance} zone={data.zone} />
          )}
          <Before payouts={data.before} zone={data.zone} />
        </div>
        <div className={css.aside}>
          <Destination data={data} />
          <Rules data={data} />
        </div>
      </div>
    </>
  );
}

const SIGNS: Partial<Record<Data['before'][number]['state'], IconName>> = {
  paid: 'check',
  rejected: 'undo-2',
  called_off: 'x',
};

function Before({ payouts, zone }: { payouts: Data['before']; zone: string }) {
  const t = useTranslations('payouts');
  return (
    <section aria-labelledby="before" className={css.before}>
      <h2 id="before">{t('before')}</h2>
      {payouts.length === 0 ? (
        <p className={css.muted}>{t('none')}</p>
      ) : (
        <ul className={css.entries}>
          {payouts.map(({ id, state, amount, requested_at: requested, closed_at: closed, ...more }) => (
            <li key={id}>
              <Icon name={SIGNS[state] ?? 'coins'} className={css.sign} />
              <div>
                <b>{t(`states.${state}`)}</b>
                <p className={css.small}>
                  {t(`facts.${state as 'paid'}`, {
                    requested: formatDate(requested, zone),
                    closed: formatDate(closed ?? requested, zone),
                  })}
                </p>
                {more.guardian_name && (
                  <p className={css.small}>{t('forGuardian', { name: more.guardian_name })}</p>
                )}
                {more.reference && <p className={css.mono}>{more.reference}</p>}
                {more.reason && (
                  <blockquote className={css.said} dir="auto">
                    {more.reason}
                  </blockquote>
                )}
              </div>
              <p className={css.amount}>
                {state === 'paid' ? formatMoney(amount) : <s>{formatMoney(amount)}</s>}
                {state !== 'paid' && <small>{t('notPaid')}</small>}
              </p>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Rules({ data }: { data: Data }) {
  const t = useTranslations('payouts');
  return (
    <section aria-labelledby="rules" className={css.slip}>
      <h2 id="rules">{t('rulesTitle')}</h2>
      <ul className={css.rules}>
        <li>{t('rules.whole', { amount: formatMoney(data.own.threshold) })}</li>
        <li>{t('rules.one', { days: data.payoutDays })}</li>
        <li>{t('rules.fresh')}</li>
        <li>{t('rules.tax')}</li>
        <li>{t('rules.guardian')}</li>
      </ul>
    </section>
  );
}
