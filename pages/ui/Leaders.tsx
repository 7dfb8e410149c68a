import css from './Leaders.module.css';

export type Leader = {
  href: string;
  label: string;
  /** Formatted: "2,210". */
  count?: string;
  language?: string;
  current?: boolean;
};

export function Leaders({ label, items }: { label: string; items: readonly Leader[] }) {
  return (
    <nav aria-label={label}>
      <ul className={css.list}>
        {items.map((item) => (
          <li key={item.href}>
            <a className={css.link} href={item.href} aria-current={item.current ? 'page' : undefined}>
              <span className={css.name} lang={item.language}>
                {item.label}
              </span>{' '}
              <i className={css.dots} />
              {item.count !== undefined && <span className={css.count}>{item.count}</span>}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
