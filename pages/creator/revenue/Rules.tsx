import { formatMoney, formatNumber } from '../../../locales/index.ts';
import { useTranslations } from '../../../locales/react.tsx';
import { PAYOUT_MAX_DAYS } from '../../../server/domains/income/earnings/rules.ts';
import type { Data } from './+data.ts';
import css from './Page.module.css';

export function Rules({ data }: { data: Data }) {
  const t = useTranslations('revenue');
  const { earnings, founder } = data;
  const amount = formatMoney(earnings.payout_threshold);
  return (
    <div className={css.notes}>
      <section aria-labelledby="how">
        <h2 id="how">{t('how')}</h2>
        <ul className={css.rules}>
          <li>{founder ? t('rules.founderShare') : t('rules.share')}</li>
          <li>{t('rules.monthly')}</li>
          <li>{t('rules.rollOver')}</li>
          <li>{t('rules.threshold', { amount, days: PAYOUT_MAX_DAYS })}</li>
          <li>{t('rules.tax')}</li>
          <li>{t('rules.guardian')}</li>
        </ul>
      </section>
      <section aria-labelledby="wallet">
        <h2 id="wallet">{t('wallet')}</h2>
        <p className={css.coins}>
          {t('coins', { count: earnings.wallet_coins, number: formatNumber(earnings.wallet_coins) })}
        </p>
        <p className={css.hint}>{t('walletHint')}</p>
      </section>
    </div>
  );
}
