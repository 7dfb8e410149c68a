import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import { Icon } from './Icon.tsx';
import css from './SectionHead.module.css';

export type SectionHeadProps = {
  heading: ReactNode;
  /** For a section's aria-labelledby. */
  id?: string;
  level?: 2 | 3;
  /** Muted, beside the heading: "24 · new on Fridays". */
  note?: ReactNode;
  /** A note that grows for its reader gets its own line on phones, so that the control stays in place. */
  noteBelow?: boolean;
  more?: { href: string; label: string };
  /** A control instead of `more`, at the end of the line. */
  end?: ReactNode;
};

export function SectionHead({ heading, id, level = 2, note, noteBelow, more, end }: SectionHeadProps) {
  const Heading = `h${level}` as const;
  return (
    <div className={css.head}>
      <Heading id={id}>{heading}</Heading>
      {note && <span className={classes(css.note, noteBelow && css.below)}>{note}</span>}
      {more && (
        <a className={css.more} href={more.href}>
          {more.label}
          <Icon name="arrow-right" />
        </a>
      )}
      {end && <span className={css.end}>{end}</span>}
    </div>
  );
}
