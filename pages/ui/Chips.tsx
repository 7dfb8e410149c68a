import css from './Chips.module.css';

export type Chip = { href: string; label: string; count?: string; current?: boolean };

export function Chips({ label, items }: { label: string; items: readonly Chip[] }) {
  return (
    <nav aria-label={label}>
      <ul className={css.chips}>
        {items.map((item) => (
          <li key={item.href}>
            <a className={css.chip} href={item.href} aria-current={item.current ? 'true' : undefined}>
              {item.label}
              {item.count !== undefined && <span className={css.count}>{item.count}</span>}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
