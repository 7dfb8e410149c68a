import { useTranslations } from '../../../locales/react.tsx';
import css from './Bar.module.css';

export function Bar({ percent, accent }: { percent: number; accent?: boolean }) {
  const t = useTranslations('statistics');
  return (
    <span className={css.bar} data-accent={accent ? '' : undefined}>
      <span className={css.track} aria-hidden="true">
        <i style={{ width: `${Math.min(100, Math.max(0, percent))}%` }} />
      </span>
      <span className={css.figure}>{t('percent', { percent })}</span>
    </span>
  );
}
