import type { ComponentProps, ReactNode } from 'react';
import { classes } from './classes.ts';
import css from './Field.module.css';
import { FieldErrors } from './FieldErrors.tsx';
import { useFieldId } from './FieldScope.tsx';
import { VisuallyHidden } from './VisuallyHidden.tsx';

export type FieldText = {
  label: ReactNode;
  /** For screen readers only, when the context is clear. */
  hideLabel?: boolean;
  hint?: ReactNode;
  /** Full sentences about this field ("E-mail is invalid"). */
  errors?: readonly string[];
  /** Id of a shared message that explains this field's error. */
  wrongBy?: string | undefined;
};

export type Bound = {
  id: string;
  className: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
};

export type FieldProps = FieldText & {
  id?: string;
  /** Name of the control. An error summary finds the field by it. */
  name?: string | undefined;
  className?: string;
  children: (bound: Bound) => ReactNode;
};

/** Frame around one control. Usually use TextField, TextArea or SelectField. */
export function Field(props: FieldProps) {
  const { label, hideLabel, hint, errors = [], wrongBy, className, children } = props;
  const own = useFieldId(props.id, props.name);
  const wrong = errors.length > 0;
  const described = classes(hint ? `${own}-hint` : null, wrong && `${own}-errors`, wrongBy);
  const named = (
    <label className={css.label} htmlFor={own}>
      {label}
    </label>
  );
  return (
    <div className={classes(css.field, className)}>
      {hideLabel ? <VisuallyHidden>{named}</VisuallyHidden> : named}
      {hint && (
        <p className={css.hint} id={`${own}-hint`}>
          {hint}
        </p>
      )}
      {children({
        id: own,
        className: classes(css.input),
        'aria-describedby': described || undefined,
        'aria-invalid': wrong || wrongBy !== undefined || undefined,
      })}
      <FieldErrors id={`${own}-errors`} errors={errors} />
    </div>
  );
}

type Own<T extends 'input' | 'textarea' | 'select'> = FieldText &
  Omit<ComponentProps<T>, 'className' | keyof FieldText>;

export function TextField({ id, label, hideLabel, hint, errors, wrongBy, ...input }: Own<'input'>) {
  return (
    <Field {...{ id, label, hideLabel, hint, errors, wrongBy }} name={input.name}>
      {(bound) => <input type="text" {...input} {...bound} />}
    </Field>
  );
}

export function TextArea({ id, label, hideLabel, hint, errors, wrongBy, ...area }: Own<'textarea'>) {
  return (
    <Field {...{ id, label, hideLabel, hint, errors, wrongBy }} name={area.name}>
      {(bound) => <textarea rows={4} {...area} {...bound} />}
    </Field>
  );
}

export type Option = { value: string; label: string };

export function SelectField({
  id,
  label,
  hideLabel,
  hint,
  errors,
  wrongBy,
  options,
  children,
  ...select
}: Own<'select'> & { options?: readonly Option[] }) {
  return (
    <Field {...{ id, label, hideLabel, hint, errors, wrongBy }} name={select.name}>
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
