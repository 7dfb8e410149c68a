import { Children, type ReactNode } from 'react';
import { Cover } from './Cover.tsx';
import { classes } from './classes.ts';
import css from './EpisodeRow.module.css';
import { Icon } from './Icon.tsx';
import type { PictureFacts } from './Picture.tsx';
import { RowLink } from './RowLink.tsx';
import { VisuallyHidden } from './VisuallyHidden.tsx';

export type EpisodeRowState =
  | { kind: 'price'; amount: string /** Read aloud after the amount: "coins". */; unit: string }
  /** `place` ("Page 7 of 18") replaces the facts; `percent` draws the line on the thumbnail. */
  | { kind: 'continue'; label: string; place: string; percent: number }
  | { kind: 'read' | 'unlocked' | 'free'; label: string };

export type EpisodeRowProps = {
  /** Its place in the page, for links that lead to this row. */
  id?: string;
  href: string;
  number: number | string;
  title: string;
  thumbnail: PictureFacts | null | undefined;
  /** Date and pages: shown in one line, in this order. */
  facts?: readonly ReactNode[];
  /** The word for new. */
  fresh?: string;
  state?: EpisodeRowState;
  /** Instead of a reader's state: a StateMark or buttons; they stay clickable over the row's link. */
  end?: ReactNode;
  language?: string;
};

function Reading({ state }: { state: EpisodeRowState }) {
  switch (state.kind) {
    case 'price':
      return (
        <span className={css.price}>
          <Icon name="lock" />
          {state.amount}
          <VisuallyHidden> {state.unit}</VisuallyHidden>
          <Icon name="coins" />
        </span>
      );
    case 'continue':
      return (
        <b className={classes(css.state, css.here)}>
          <Icon name="play" filled />
          {state.label}
        </b>
      );
    default:
      return (
        <span className={css.state}>
          {state.kind === 'read' && <Icon name="check" />}
          {state.kind === 'unlocked' && <Icon name="lock-open" />}
          {state.label}
        </span>
      );
  }
}

/** One episode of a story; stands in a list item. The whole row is the link. */
export function EpisodeRow({
  id,
  href,
  number,
  title,
  thumbnail,
  facts,
  fresh,
  state,
  end,
  language,
}: EpisodeRowProps) {
  const here = state?.kind === 'continue' ? state : undefined;
  return (
    <div id={id} className={classes(css.row, here && css.now, state?.kind === 'read' && css.read)}>
      <span className={css.thumbnail}>
        <Cover picture={thumbnail} sizes="4.5rem" priority="lazy" className={css.image} />
        {here && (
          <span className={css.line}>
            <i style={{ width: `${Math.min(100, Math.max(0, here.percent))}%` }} />
          </span>
        )}
      </span>
      <span className={css.text}>
        <RowLink className={css.name} href={href}>
          <b className={css.number}>{number}</b>
          <span lang={language} dir="auto">
            {title}
          </span>
        </RowLink>
        <span className={css.facts}>
          {here ? (
            <b className={css.here}>{here.place}</b>
          ) : (
            Children.map(facts, (fact) => <span>{fact}</span>)
          )}
          {fresh && <b className={css.fresh}>{fresh}</b>}
        </span>
      </span>
      {end ? <span className={css.end}>{end}</span> : state && <Reading state={state} />}
    </div>
  );
}
