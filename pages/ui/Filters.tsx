import type { ReactNode } from 'react';
import { Button, LinkButton } from './Button.tsx';
import css from './Filters.module.css';

export type Filter = {
  name: string;
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
};

export type FiltersProps = {
  action: string;
  filters: readonly Filter[];
  /** Parameters to preserve. */
  kept?: Readonly<Record<string, string | undefined>>;
  showLabel: string;
  reset?: { href: string; label: string } | undefined;
  end?: ReactNode;
};

export function Filters({ action, filters, kept = {}, showLabel, reset, end }: FiltersProps) {
  return (
    <form className={css.filters} method="get" action={action}>
      {Object.entries(kept).map(
        ([name, value]) =>
          value !== undefined && <input key={name} type="hidden" name={name} value={value} />,
      )}
      {filters.map(({ name, label, value, options }) => (
        <select
          key={name}
          className={css.select}
          name={name}
          aria-label={label}
          defaultValue={value}
          data-chosen={value === '' ? undefined : ''}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      ))}
      <Button type="submit">{showLabel}</Button>
      {reset && (
        <LinkButton kind="quiet" href={reset.href}>
          {reset.label}
        </LinkButton>
      )}
      {end && <span className={css.end}>{end}</span>}
    </form>
  );
}
