import { Children, type ReactNode } from 'react';
import { Cover } from './Cover.tsx';
import { classes } from './classes.ts';
import css from './EpisodeRow.module.css';
import { Icon } from './Icon.tsx';
import type { PictureFacts } from './Picture.tsx';
import { RowLink } from './RowLink.tsx';
import { VisuallyHidden } from './VisuallyHidden.tsx';

export type EpisodeRowState =
  | { kind: 'price'; amount: string /** Unit after the amount for screen readers: "coins". */; unit: string }
  /** `place` ("Page 7 of 18") replaces the facts. `percent` is the line on the thumbnail. */
  | { kind: 'continue'; label: string; place: string; percent: number }
  | { kind: 'read' | 'unlocked' | 'free'; label: string };

export type EpisodeRowProps = {
  id?: string;
  href: string;
  number: number | string;
  title: string;
  thumbnail: PictureFacts | null | undefined;
  facts?: readonly ReactNode[];
  fresh?: string;
  state?: EpisodeRowState;
  /** Replaces the reader's state: a StateMark or buttons, clickable above the row's link. */
  end?: ReactNode;
  language?: string;
  /** On shared pages: marks the episode for reader state added later (`data-mark`, `data-cell`). */
  marked?: { items: number };
};

type StateProps = { kind: 'continue' | 'read' | 'unlocked' | 'free'; label: string };

export function EpisodeState({ kind, label }: StateProps) {
  if (kind === 'continue')
    return (
      <b className={classes(css.state, css.here)}>
        <Icon name="play" filled />
        {label}
      </b>
    );
  return (
    <span className={css.state}>
      {kind === 'read' && <Icon name="check" />}
      {kind === 'unlocked' && <Icon name="lock-open" />}
      {label}
    </span>
  );
}

function Reading({ state }: { state: EpisodeRowState }) {
  if (state.kind !== 'price') return <EpisodeState kind={state.kind} label={state.label} />;
  return (
    <span className={css.price}>
      <Icon name="lock" />
      {state.amount}
      <VisuallyHidden> {state.unit}</VisuallyHidden>
      <Icon name="coins" />
    </span>
  );
}

export function PlaceLine({ percent }: { percent: number }) {
  return (
    <span className={css.line}>
      <i style={{ width: `${Math.min(100, Math.max(0, percent))}%` }} />
    </span>
  );
}

export function EpisodePlace({ children }: { children: ReactNode }) {
  return <b className={css.here}>{children}</b>;
}

/** One episode, in a list item. The link covers the whole row. */
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
  marked,
}: EpisodeRowProps) {
  const here = state?.kind === 'continue' ? state : undefined;
  const cell = (name: string) => marked && name;
  return (
    <div
      id={id}
      className={css.row}
      data-mark={state?.kind}
      data-episode={marked && number}
      data-items={marked?.items}
    >
      <span className={css.thumbnail} data-cell={cell('thumbnail')}>
        <Cover picture={thumbnail} sizes="4.5rem" priority="lazy" className={css.image} />
        {here && <PlaceLine percent={here.percent} />}
      </span>
      <span className={css.text}>
        <RowLink className={css.name} href={href}>
          <b className={css.number}>{number}</b>
          <span lang={language} dir="auto">
            {title}
          </span>
        </RowLink>
        <span className={css.facts} data-cell={cell('facts')}>
          {here ? (
            <EpisodePlace>{here.place}</EpisodePlace>
          ) : (
            Children.map(facts, (fact) => <span className={css.fact}>{fact}</span>)
          )}
          {fresh && <b className={css.fresh}>{fresh}</b>}
        </span>
      </span>
      {end ? (
        <span className={css.end}>{end}</span>
      ) : marked ? (
        <span className={css.slot} data-cell="state">
          {state && (
            <span className={here ? undefined : css.drawn}>
              <Reading state={state} />
            </span>
          )}
        </span>
      ) : (
        state && <Reading state={state} />
      )}
    </div>
  );
}
