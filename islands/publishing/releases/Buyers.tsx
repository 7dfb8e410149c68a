import { formatNumber } from '../../../locales/index.ts';
import { useTranslations } from '../../../locales/react.tsx';
import { Notice } from '../../../pages/ui/Notice.tsx';
import css from './Consequences.module.css';

export function Buyers({
  count,
  deed,
}: {
  count: number;
  deed: 'publish' | 'unpublish' | 'delete' | 'story';
}) {
  const t = useTranslations('release');
  if (count === 0 || deed === 'publish') return null;
  return (
    <div role="status" className={css.told}>
      <Notice kind="warn" icon="coins">
        {t(`buyers.${deed}`, { count, number: formatNumber(count) })}
      </Notice>
    </div>
  );
}
