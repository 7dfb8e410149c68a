import type { ComponentProps, ReactNode } from 'react';
import css from './Choice.module.css';

export type ChoiceProps = Omit<ComponentProps<'input'>, 'type' | 'children' | 'className'> & {
  type: 'radio' | 'checkbox';
  children: ReactNode;
  hint?: ReactNode;
};

export function Choice({ children, hint, hidden, ...input }: ChoiceProps) {
  return (
    <label className={css.choice} hidden={hidden}>
      <input {...input} />
      <span>{children}</span>
      {hint && <span className={css.hint}>{hint}</span>}
    </label>
  );
}
