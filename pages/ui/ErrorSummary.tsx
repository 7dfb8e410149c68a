import type { MouseEvent } from 'react';
import { classes } from './classes.ts';
import css from './ErrorSummary.module.css';
import { useIdOf } from './FieldScope.tsx';
import { Icon } from './Icon.tsx';

export type ErrorSummaryProps = {
  heading: string;
  /** Labels of the wrong fields, by name. The fields show their errors. */
  wrong: readonly { name: string; label: string }[];
  /** Announced at once, for errors that no submit caused. The focus stays. */
  urgent?: boolean;
};

/** Above a form (ERR-09, ERR-11): number of wrong fields, with links. Focus this after a submit. */
export function ErrorSummary({ heading, wrong, urgent }: ErrorSummaryProps) {
  const idOf = useIdOf();
  return (
    <div
      className={classes('refused-all', css.summary)}
      data-summary
      tabIndex={-1}
      role={urgent ? 'alert' : undefined}
    >
      <Icon name="circle-alert" className={css.icon} />
      <div className={css.text}>
        <p>{heading}</p>
        <ul>
          {wrong.map(({ name, label }) => (
            <li key={name}>
              <a href={`#${idOf(name)}`} onClick={goToField}>
                {label}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

const CONTROL = 'input:not([type=hidden]),select,textarea,button';

/** The link alone would only scroll to a group of controls. */
function goToField(event: MouseEvent<HTMLAnchorElement>): void {
  const field = document.getElementById(decodeURIComponent(event.currentTarget.hash.slice(1)));
  const control = field?.matches(CONTROL) ? field : field?.querySelector<HTMLElement>(CONTROL);
  if (!control) return;
  event.preventDefault();
  control.focus();
}
