import { useHref, useTranslations } from '../../locales/react.tsx';
import { Icon } from '../../pages/ui/Icon.tsx';
import css from './Readiness.module.css';
import type { Item } from './readiness.ts';

const SIGNS = { done: 'check', waiting: 'clock-4', missing: 'circle-alert' } as const;

/** What is there and what is missing before an episode can be published, in words. */
export function Readiness({ items, storyId }: { items: readonly Item[]; storyId: string }) {
  const t = useTranslations('console');
  const ready = useTranslations('console.ready');
  const href = useHref();
  return (
    <section className={css.section} aria-labelledby="readiness-heading">
      <h2 className={css.heading} id="readiness-heading">
        {ready('heading')}
      </h2>
      <ul className={css.list} id="readiness" tabIndex={-1}>
        {items.map((item) => (
          <li key={item.key} className={css[item.state]}>
            <Icon name={SIGNS[item.state]} className={css.sign} />
            <span>
              {ready(item.words, { count: item.count })}
              {item.key === 'cover' && item.state === 'missing' && (
                <>
                  {' '}
                  <a className={css.link} href={href(`/creator/stories/${storyId}#details`)}>
                    {t('addCover')}
                  </a>
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
