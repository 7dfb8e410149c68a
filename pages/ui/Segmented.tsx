import { useId } from 'react';
import { Group } from './Group.tsx';
import css from './Segmented.module.css';

export type SegmentedProps<Value extends string> = {
  legend: string;
  /** The legend is for screen readers only. */
  quiet?: boolean;
  name: string;
  options: readonly { value: Value; label: string }[];
  /** Controlled with `onChange`. Otherwise `defaultValue` is the form's initial value. */
  value?: Value;
  defaultValue?: Value;
  onChange?: (value: Value) => void;
  disabled?: boolean;
};

/** Two to four exclusive values: radio buttons drawn as one bar. */
export function Segmented<Value extends string>({
  legend,
  quiet,
  name,
  options,
  value,
  defaultValue,
  onChange,
  disabled,
}: SegmentedProps<Value>) {
  const id = useId();
  return (
    <Group legend={legend} quiet={quiet} disabled={disabled}>
      <div className={css.bar}>
        {options.map((option) => (
          <label key={option.value} className={css.part} htmlFor={`${id}${option.value}`}>
            <input
              className={css.input}
              id={`${id}${option.value}`}
              type="radio"
              name={name}
              value={option.value}
              checked={value === undefined ? undefined : value === option.value}
              defaultChecked={value === undefined ? defaultValue === option.value : undefined}
              onChange={onChange ? () => onChange(option.value) : undefined}
              readOnly={value !== undefined && !onChange}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </Group>
  );
}

export type SegmentedLinksProps = {
  label: string;
  items: readonly { href: string; label: string; current?: boolean }[];
};

export function SegmentedLinks({ label, items }: SegmentedLinksProps) {
  return (
    <nav className={css.bar} aria-label={label}>
      {items.map((item) => (
        <a
          key={item.href}
          className={css.part}
          href={item.href}
          aria-current={item.current ? 'true' : undefined}
        >
          {item.label}
        </a>
      ))}
    </nav>
  );
}
