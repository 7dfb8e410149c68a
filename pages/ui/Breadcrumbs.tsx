import css from './Breadcrumbs.module.css';
import { Icon } from './Icon.tsx';

export type Crumb = { label: string /** Absent for the current page. */; href?: string };

export function Breadcrumbs({ label, items }: { label: string; items: readonly Crumb[] }) {
  return (
    <nav aria-label={label}>
      <ol className={css.crumbs}>
        {items.map((item, place) => (
          <li key={item.href ?? item.label} className={css.crumb}>
            {place > 0 && <Icon name="chevron-right" className={css.between} />}
            {item.href ? (
              <a className={css.link} href={item.href}>
                {item.label}
              </a>
            ) : (
              <span aria-current="page">{item.label}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
