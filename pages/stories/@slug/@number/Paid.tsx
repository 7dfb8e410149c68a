import { formatNumber } from '#locales/index.ts';
import { useTranslations } from '#locales/react.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import css from './Paid.module.css';

/** Remaining balance after unlocking, over the pages (PRI-23). Disappears by itself or by its cross. */
export function Paid({ balanceCoins: count }: { balanceCoins: number }) {
  const t = useTranslations('unlock');
  return (
    <dialog className={css.paid} open aria-labelledby="paid">
      <p id="paid" role="status">
        {t('done', { count, number: formatNumber(count) })}
      </p>
      <form method="dialog">
        <IconButton type="submit" icon="x" label={t('close')} />
      </form>
    </dialog>
  );
}
