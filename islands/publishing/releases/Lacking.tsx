import { useTranslations } from '../../../locales/react.tsx';
import { Notice } from '../../../pages/ui/Notice.tsx';
import { ReadinessItem } from '../comic/Readiness.tsx';
import type { Item } from '../comic/readiness.ts';
import css from './Lacking.module.css';

export type LackingProps = { items: readonly Item[]; storyId: string; onLeave: () => void };

/** Lists what is missing, in the dialog. Links to the same page close the dialog. */
export function Lacking({ items, storyId, onLeave }: LackingProps) {
  const t = useTranslations('release');
  if (items.length === 0) return null;
  return (
    <div id="lacking">
      <Notice kind="warn">
        {t('lacking')}
        <ul className={css.list}>
          {items.map((item) => (
            <ReadinessItem key={item.key} item={item} storyId={storyId} onLeave={onLeave} />
          ))}
        </ul>
      </Notice>
    </div>
  );
}
