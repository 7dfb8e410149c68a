import type { ReactNode } from 'react';
import { Group } from './Group.tsx';
import { Icon } from './Icon.tsx';
import css from './Picks.module.css';

export type Pick<Value extends string> = {
  value: Value;
  label: string;
  note: string;
  picture: ReactNode;
  disabled?: boolean;
};

export type PicksProps<Value extends string> = {
  legend: string;
  hint?: ReactNode;
  name: string;
  options: readonly Pick<Value>[];
  value: Value | null;
  onChange: (value: Value) => void;
  errors?: readonly string[];
  disabled?: boolean;
};

/** Exclusive options with pictures. Radio buttons, so that arrow keys work. */
export function Picks<Value extends string>({
  legend,
  hint,
  name,
  options,
  value,
  onChange,
  errors = [],
  disabled,
}: PicksProps<Value>) {
  return (
    <Group legend={legend} hint={hint} errors={errors} name={name} disabled={disabled}>
      <div className={css.picks}>
        {options.map((option) => (
          <label key={option.value} className={css.pick}>
            <input
              className={css.input}
              type="radio"
              name={name}
              value={option.value}
              checked={value === option.value}
              disabled={option.disabled}
              onChange={() => onChange(option.value)}
              aria-invalid={errors.length > 0 || undefined}
            />
            <Inside {...option} />
          </label>
        ))}
      </div>
    </Group>
  );
}

export type PickLinksProps<Value extends string> = {
  label: string;
  options: readonly Pick<Value>[];
  value: Value;
  hrefOf: (value: Value) => string;
};

export function PickLinks<Value extends string>({ label, options, value, hrefOf }: PickLinksProps<Value>) {
  return (
    <nav className={css.picks} aria-label={label}>
      {options.map((option) => (
        <a
          key={option.value}
          className={css.pick}
          href={hrefOf(option.value)}
          aria-current={value === option.value ? 'true' : undefined}
        >
          <Inside {...option} />
        </a>
      ))}
    </nav>
  );
}

function Inside({ label, note, picture }: { label: string; note: string; picture: ReactNode }) {
  return (
    <>
      {picture}
      <span>
        <b className={css.name}>{label}</b> <span className={css.note}>{note}</span>
      </span>
      <Icon name="check" className={css.check} />
    </>
  );
}
