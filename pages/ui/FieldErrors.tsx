import css from './FieldErrors.module.css';
import { Icon } from './Icon.tsx';

/** Errors of one field (ERR-09, ERR-11). The control has this id in aria-describedby. */
export function FieldErrors({ id, errors }: { id: string; errors: readonly string[] }) {
  if (errors.length === 0) return null;
  return (
    <ul className={css.errors} id={id}>
      {[...new Set(errors)].map((error) => (
        <li key={error} className={css.error}>
          <Icon name="circle-alert" className={css.icon} />
          <span>{error}</span>
        </li>
      ))}
    </ul>
  );
}
