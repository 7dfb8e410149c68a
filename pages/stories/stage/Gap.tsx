import { useTranslations } from '../../../locales/react.tsx';
import { Button } from '../../ui/Button.tsx';
import { Stroke } from '../../ui/Seal.tsx';
import css from './Gap.module.css';

/** Template for a lost picture. A script shows it (islands/media/pictures). */
export function Gap() {
  const t = useTranslations('pictures');
  // The script fills this in.
  const open = { page: '{page}' };
  return (
    <template data-gap-of-page="">
      <span className={css.gap} data-gap="" role="status">
        <Stroke className={css.mark} />
        <b data-fill="">{t('title', open)}</b>
        <span>{t('note')}</span>
        <Button>{t('again')}</Button>
        <a href="#p1" data-back="" data-fill="">
          {t('back', open)}
        </a>
      </span>
    </template>
  );
}
