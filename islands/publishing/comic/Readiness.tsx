import { useHref, useTranslations } from '../../../locales/react.tsx';
import { address } from '../../../pages/addresses.ts';
import { Icon } from '../../../pages/ui/Icon.tsx';
import css from './Readiness.module.css';
import type { Item } from './readiness.ts';

const SIGNS = { done: 'check', waiting: 'clock-4', missing: 'circle-alert' } as const;

export function Readiness({ items, storyId }: { items: readonly Item[]; storyId: string }) {
  const ready = useTranslations('console.ready');
  return (
    <section className={css.section} aria-labelledby="readiness-heading">
      <h2 className={css.heading} id="readiness-heading">
        {ready('heading')}
      </h2>
      <ul className={css.list} id="readiness" tabIndex={-1}>
        {items.map((item) => (
          <ReadinessItem key={item.key} item={item} storyId={storyId} />
        ))}
      </ul>
    </section>
  );
}

export type ReadinessItemProps = {
  item: Item;
  storyId: string;
  onLeave?: () => void;
};

export function ReadinessItem({ item, storyId, onLeave }: ReadinessItemProps) {
  const t = useTranslations('console');
  const ready = useTranslations('console.ready');
  const href = useHref();
  const ways: Partial<Record<Item['key'], { href: string; label: string }>> = {
    cover: { href: href(address('/creator/stories/@id/details', { id: storyId })), label: t('addCover') },
    title: { href: '#episode-title', label: t('title') },
    pages: { href: '#pages', label: t('pages') },
    chapters: { href: '#chapters', label: t('chapters') },
    email: { href: href('/settings'), label: t('settings') },
    guardian: { href: href('/profile_edit'), label: t('profile') },
  };
  const way = item.state === 'missing' ? ways[item.key] : undefined;
  return (
    <li className={css[item.state]}>
      <Icon name={SIGNS[item.state]} className={css.sign} />
      <span>
        {ready(item.words, { count: item.count })}
        {way && (
          <>
            {' '}
            <a className={css.link} href={way.href} onClick={way.href.startsWith('#') ? onLeave : undefined}>
              {way.label}
            </a>
          </>
        )}
      </span>
    </li>
  );
}
