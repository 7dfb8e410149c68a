import type { ReactNode } from 'react';
import { FieldErrors } from './FieldErrors.tsx';
import css from './FieldGroup.module.css';
import { useFieldId } from './FieldScope.tsx';

export type FieldGroupProps = {
  legend: ReactNode;
  hint?: ReactNode;
  errors?: readonly string[];
  id?: string;
  /** Of the answer as a whole. */
  name?: string;
  children: ReactNode;
};

/** Several controls that are one answer, such as the parts of a date; they stand side by side. */
export function FieldGroup({ legend, hint, errors = [], id, name, children }: FieldGroupProps) {
  const own = useFieldId(id, name);
  const described = [hint ? `${own}-hint` : '', errors.length > 0 ? `${own}-errors` : '']
    .filter(Boolean)
    .join(' ');
  return (
    <fieldset className={css.group} id={own} aria-describedby={described || undefined}>
      <legend className={css.legend}>{legend}</legend>
      {hint && (
        <p className={css.hint} id={`${own}-hint`}>
          {hint}
        </p>
      )}
      <div className={css.parts}>{children}</div>
      <FieldErrors id={`${own}-errors`} errors={errors} />
    </fieldset>
  );
}
