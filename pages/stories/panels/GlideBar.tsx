import { useTranslations } from '../../../locales/react.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import css from './GlideBar.module.css';

/** Controls for automatic scrolling: slower, faster, stop (islands/reading/continuous/glide.ts). */
export function GlideBar() {
  const t = useTranslations('readerTools');
  return (
    <fieldset className={css.glide} id="reader-glide" aria-label={t('glide')} hidden>
      <IconButton icon="minus" label={t('slower')} data-glide-by="-1" />
      <span className={css.speed} role="status" data-glide-speed={t('speed', { level: '{level}' })} />
      <IconButton icon="plus" label={t('faster')} data-glide-by="1" />
      <IconButton icon="pause" label={t('glideStop')} data-glide-by="0" />
    </fieldset>
  );
}
