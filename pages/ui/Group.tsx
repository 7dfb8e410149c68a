import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import { FieldErrors } from './FieldErrors.tsx';
import { useFieldId } from './FieldScope.tsx';
import css from './Group.module.css';
import { VisuallyHidden } from './VisuallyHidden.tsx';

export type GroupProps = {
  legend: ReactNode;
  /** The legend is for screen readers only. */
  quiet?: boolean | undefined;
  hint?: ReactNode;
  errors?: readonly string[] | undefined;
  id?: string | undefined;
  name?: string | undefined;
  disabled?: boolean | undefined;
  children: ReactNode;
};

/** Frame around several controls with one answer. Usually use FieldGroup, Segmented or Picks. */
export function Group({ legend, quiet, hint, errors = [], id, name, disabled, children }: GroupProps) {
  const own = useFieldId(id, name);
  const described = classes(hint ? `${own}-hint` : null, errors.length > 0 && `${own}-errors`);
  return (
    <fieldset className={css.group} id={own} disabled={disabled} aria-describedby={described || undefined}>
      <legend className={classes(!quiet && css.legend)}>
        {quiet ? <VisuallyHidden>{legend}</VisuallyHidden> : legend}
      </legend>
      {hint && (
        <p className={css.hint} id={`${own}-hint`}>
          {hint}
        </p>
      )}
      {children}
      <FieldErrors id={`${own}-errors`} errors={errors} />
    </fieldset>
  );
}
