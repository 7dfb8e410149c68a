import { useTranslations } from '#locales/react.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import css from './Paid.module.css';

/** Tells buyers why others cannot find this episode. A cross closes it. */
export function KeptNotice() {
  const t = useTranslations('unlock');
  return (
    <dialog className={css.kept} open aria-labelledby="kept">
      <p id="kept">{t('kept')}</p>
      <form method="dialog">
        <IconButton type="submit" icon="x" label={t('close')} />
      </form>
    </dialog>
  );
}
