import { type ComponentProps, type ReactNode, useId } from 'react';
import { classes } from './classes.ts';
import css from './Field.module.css';
import { FieldErrors } from './FieldErrors.tsx';

export type FieldText = {
  label: ReactNode;
  hint?: ReactNode;
  /** Every message for this field, each already a sentence ("E-mail is invalid"). */
  errors?: readonly string[];
};

/** What a control needs so that label, hint and errors belong to it. */
export type Bound = {
  id: string;
  className: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
};

export type FieldProps = FieldText & {
  id?: string;
  className?: string;
  children: (bound: Bound) => ReactNode;
};

/** The frame around one control; for the usual ones take TextField, TextArea or SelectField. */
export function Field({ id, label, hint, errors = [], className, children }: FieldProps) {
  const made = useId();
  const own = id ?? made;
  const wrong = errors.length > 0;
  const described = [hint ? `${own}-hint` : '', wrong ? `${own}-errors` : ''].filter(Boolean).join(' ');
  return (
    <div className={classes(css.field, wrong && css.wrong, className)}>
      <label className={css.label} htmlFor={own}>
        {label}
      </label>
      {hint && (
        <p className={css.hint} id={`${own}-hint`}>
          {hint}
        </p>
      )}
      {children({
        id: own,
        className: classes(css.input),
        'aria-describedby': described || undefined,
        'aria-invalid': wrong || undefined,
      })}
      <FieldErrors id={`${own}-errors`} errors={errors} />
    </div>
  );
}

type Own<T extends 'input' | 'textarea' | 'select'> = FieldText &
  Omit<ComponentProps<T>, 'className' | keyof FieldText>;

export function TextField({ id, label, hint, errors, ...input }: Own<'input'>) {
  return (
    <Field id={id} label={label} hint={hint} errors={errors}>
      {(bound) => <input type="text" {...input} {...bound} />}
    </Field>
  );
}

export function TextArea({ id, label, hint, errors, ...area }: Own<'textarea'>) {
  return (
    <Field id={id} label={label} hint={hint} errors={errors}>
      {(bound) => <textarea rows={4} {...area} {...bound} />}
    </Field>
  );
}

export type Option = { value: string; label: string };

/** Options by list; `children` for groups. */
export function SelectField({
  id,
  label,
  hint,
  errors,
  options,
  children,
  ...select
}: Own<'select'> & { options?: readonly Option[] }) {
  return (
    <Field id={id} label={label} hint={hint} errors={errors}>
      {(bound) => (
        <select {...select} {...bound} className={classes(bound.className, css.select)}>
          {options?.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
          {children}
        </select>
      )}
    </Field>
  );
}
