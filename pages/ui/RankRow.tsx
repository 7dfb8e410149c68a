import { Children, type ReactNode } from 'react';
import { Cover } from './Cover.tsx';
import type { PictureFacts } from './Picture.tsx';
import css from './RankRow.module.css';

export type RankRowProps = {
  rank: number;
  href: string;
  title: string;
  cover: PictureFacts | null | undefined;
  meta?: ReactNode;
  language?: string;
};

/** One place of a chart. */
export function RankRow({ rank, href, title, cover, meta, language }: RankRowProps) {
  return (
    <a className={css.row} href={href}>
      <span className={css.rank}>{rank}</span>
      <Cover picture={cover} sizes="4.5rem" priority="lazy" />
      <span className={css.text}>
        <span className={css.title} lang={language} dir="auto">
          {title}
        </span>
        {meta && <span className={css.meta}>{meta}</span>}
      </span>
    </a>
  );
}

/** The chart itself: one column on phones, three on wide screens, counted along the rows. */
export function RankList({ children }: { children: ReactNode }) {
  return <ol className={css.list}>{Children.map(children, (row) => (row ? <li>{row}</li> : null))}</ol>;
}
