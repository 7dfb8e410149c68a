import { useHref, useLocale, useTranslations } from '../../../locales/react.tsx';
import { monthName } from '../../../server/lib/months.ts';
import { withHash } from '../../addresses.ts';
import { LinkButton } from '../../ui/Button.tsx';
import css from './Recompute.module.css';

export function Recompute({ period, sha256 }: { period: string; sha256: string }) {
  const t = useTranslations('revenue');
  const href = useHref();
  const locale = useLocale();
  const month = monthName(period, locale, { year: false });
  return (
    <aside className={css.slip} aria-labelledby="recompute">
      <h2 id="recompute" className={css.heading}>
        {t('recompute')}
      </h2>
      <p>{t('proof')}</p>
      <p className={css.files}>
        <LinkButton icon="download" href={`/api/creator/revenue/${period}/statement`} download>
          {t('statementFile', { month })}
        </LinkButton>
        <a className={css.script} href="/api/creator/revenue/recompute" download>
          {t('scriptLink')}
        </a>
      </p>
      <p>
        <a className={css.how} href={href(withHash('/creator_payment_program', 'proof'))}>
          {t('proofHow')}
        </a>
      </p>
      <p className={css.hash}>{t('hash', { hash: sha256 })}</p>
    </aside>
  );
}
