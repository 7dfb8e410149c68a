import type { ReactNode } from 'react';
import { Button, LinkButton } from './Button.tsx';
import css from './Filters.module.css';

export type Filter = {
  name: string;
  label: string;
  /** What is chosen; empty for whatever a list begins with. */
  value: string;
  options: readonly { value: string; label: string }[];
};

export type FiltersProps = {
  action: string;
  filters: readonly Filter[];
  /** What stays as it is. */
  kept?: Readonly<Record<string, string | undefined>>;
  showLabel: string;
  /** Given when something is chosen. */
  reset?: { href: string; label: string } | undefined;
  /** At the end of the line. */
  end?: ReactNode;
};

/** Narrows a list down: a form that asks for the page anew, so it needs no script. */
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
