import type { ComponentProps, ReactNode } from 'react';
import css from './Checkbox.module.css';
import { classes } from './classes.ts';
import { FieldErrors } from './FieldErrors.tsx';
import { useFieldId } from './FieldScope.tsx';

export type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'children' | 'className'> & {
  children: ReactNode;
  note?: ReactNode;
  errors?: readonly string[];
  tinted?: boolean;
  toggle?: boolean;
};

export function Checkbox({ id, children, note, errors = [], tinted, toggle, ...input }: CheckboxProps) {
  const own = useFieldId(id, input.name);
  const wrong = errors.length > 0;
  return (
    <div className={css.field}>
      <label className={classes(css.check, tinted && css.tinted, toggle && css.turned)}>
        <input
          {...input}
          id={own}
          type="checkbox"
          role={toggle ? 'switch' : undefined}
          className={toggle ? css.toggle : css.box}
          aria-describedby={wrong ? `${own}-errors` : undefined}
          aria-invalid={wrong || undefined}
        />
        <span>
          {children}
          {note && <span className={css.note}> {note}</span>}
        </span>
      </label>
      <FieldErrors id={`${own}-errors`} errors={errors} />
    </div>
  );
}
