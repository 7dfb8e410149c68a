import { ActionForm } from '#islands/ActionForm.tsx';
import { formatDate, formatExactMoney, formatMoney } from '#locales/index.ts';
import { useTranslations } from '#locales/react.tsx';
import { Button } from '#pages/ui/Button.tsx';
import { Notice } from '#pages/ui/Notice.tsx';
import type { Data } from './+data.ts';
import css from './Page.module.css';

export function Ask({ data }: { data: Data }) {
  const t = useTranslations('payouts');
  const { own, problem, destinations } = data;
  const amount = formatMoney(own.balance);
  const to = destinations.current;
  const isOwing = own.balance.startsWith('-');
  const rest = Number(own.exact_balance) - Number(own.balance);
  return (
    <section aria-labelledby="ask" className={css.slip}>
      <h2 id="ask">{t(problem === null ? 'ask' : 'balance')}</h2>
      <dl className={css.zones}>
        <div>
          <dt>{t('exact', { date: formatDate(data.today, data.zone) })}</dt>
          <dd>{formatExactMoney(own.exact_balance)}</dd>
        </div>
        <div>
          <dt>{t('rest')}</dt>
          <dd>{formatExactMoney(rest)}</dd>
        </div>
        <div className={css.main}>
          <dt>{t(problem === null ? 'toPay' : 'wholeCents')}</dt>
          <dd className={css.whole}>{amount}</dd>
        </div>
      </dl>
      {problem !== null ? (
        <Notice>
          <p>{problem}</p>
          {isOwing && <p>{t('below')}</p>}
        </Notice>
      ) : (
        <>
          <dl className={css.facts}>
            {to && (
              <>
                <dt>{t('to')}</dt>
                <dd>
                  <bdi>{to.holder}</bdi>, <Account of={to} />
                </dd>
              </>
            )}
            <dt>{t('latest')}</dt>
            <dd>{t('latestIn', { date: formatDate(data.dueAt, data.zone) })}</dd>
            <dt>{t('then')}</dt>
            <dd>{t('thenText')}</dd>
          </dl>
          <p className={css.muted}>{t('askHint')}</p>
          <ActionForm call="POST /user/payouts">
            <input type="hidden" name="amount" value={own.balance} />
            <Button type="submit" kind="filled" big>
              {t('askDo', { amount })}
            </Button>
          </ActionForm>
        </>
      )}
    </section>
  );
}

/** Shows only the country and the last characters. */
export function Account({
  of: { country, last_four: number },
}: {
  of: { country: string; last_four: string };
}) {
  return (
    <span className={css.mono}>
      {country}
      <span aria-hidden="true">•• ••••</span> {number}
    </span>
  );
}
