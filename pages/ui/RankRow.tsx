import { Children, type ReactNode } from 'react';
import { classes } from './classes.ts';
import css from './RankRow.module.css';

export type RankRowProps = {
  rank: number;
  href: string;
  title: string;
  meta?: ReactNode;
  language?: string;
  end?: ReactNode;
  fine?: boolean;
};

export function RankRow({ rank, href, title, meta, language, end, fine }: RankRowProps) {
  return (
    <a className={classes(css.row, fine && css.fine)} href={href}>
      <span className={css.rank}>{rank}</span>
      <span className={css.text}>
        <span className={css.title} lang={language} dir="auto">
          {title}
        </span>
        {meta && <span className={css.meta}>{meta}</span>}
      </span>
      {end}
    </a>
  );
}

/** One column on phones, two or three on wide screens. `whole` omits incomplete rows. `start`: first rank. */
export function RankList({
  whole,
  start,
  children,
}: {
  whole?: boolean;
  start?: number;
  children: ReactNode;
}) {
  return (
    <ol className={classes(css.list, whole && css.whole)} start={start}>
      {Children.map(children, (row) => (row ? <li>{row}</li> : null))}
    </ol>
  );
}
