import css from './Leaders.module.css';

export type Leader = {
  href: string;
  label: string;
  /** As it is written: "2,210". */
  count?: string;
  /** Of the label, where it is not that of the page. */
  language?: string;
  current?: boolean;
};

/** An index as in a book: each name is led to its number by dots. */
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
