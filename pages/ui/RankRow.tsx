import { Children, type ReactNode } from 'react';
import css from './RankRow.module.css';

export type RankRowProps = {
  rank: number;
  href: string;
  title: string;
  meta?: ReactNode;
  language?: string;
};

/** One place of a chart, in type alone: its cover stands elsewhere on the page. */
export function RankRow({ rank, href, title, meta, language }: RankRowProps) {
  return (
    <a className={css.row} href={href}>
      <span className={css.rank}>{rank}</span>
      <span className={css.text}>
        <span className={css.title} lang={language} dir="auto">
          {title}
        </span>
        {meta && <span className={css.meta}>{meta}</span>}
      </span>
    </a>
  );
}

/** The chart itself: one column on phones, two or three full rows beside each other on wide screens. */
export function RankList({ children }: { children: ReactNode }) {
  return <ol className={css.list}>{Children.map(children, (row) => (row ? <li>{row}</li> : null))}</ol>;
}
