import css from './Tabs.module.css';

export type Tab = { href: string; label: string; count?: string; current?: boolean };

/** Links to parts of a page, with counts. The current one is underlined in red or the story's colour. */
export function Tabs({ label, items }: { label: string; items: readonly Tab[] }) {
  return (
    <nav aria-label={label} className={css.tabs} data-row="">
      {items.map((item) => (
        <a
          key={item.href}
          className={css.tab}
          href={item.href}
          aria-current={item.current ? 'page' : undefined}
        >
          {item.label}
          {item.count !== undefined && (
            <>
              {/* A space for screen readers: two words, not one. */}{' '}
              <span className={css.count}>{item.count}</span>
            </>
          )}
        </a>
      ))}
    </nav>
  );
}
