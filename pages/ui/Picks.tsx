import type { ReactNode } from 'react';
import { Group } from './Group.tsx';
import { Icon } from './Icon.tsx';
import css from './Picks.module.css';

export type Pick<Value extends string> = {
  value: Value;
  label: string;
  note: string;
  picture: ReactNode;
  /** It cannot be chosen; the note says why. */
  disabled?: boolean;
};

export type PicksProps<Value extends string> = {
  legend: string;
  /** Why it is as it is, under the legend. */
  hint?: ReactNode;
  name: string;
  options: readonly Pick<Value>[];
  /** Null while nothing is chosen. */
  value: Value | null;
  onChange: (value: Value) => void;
  errors?: readonly string[];
  disabled?: boolean;
};

/** Values that exclude each other, each with a picture of what it means: radio buttons, so that arrows move. */
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

/** The same where each value is a page of its own. */
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
