import { classes } from './classes.ts';
import css from './StateMark.module.css';

/** The four states of an episode (EPI-12), in the order in which lists show them. */
export const markedStates = ['in_progress', 'scheduled', 'published', 'blocked'] as const;
export type MarkedState = (typeof markedStates)[number];

/** A word for every state: a missing one does not compile. */
export type StateWords = Readonly<Record<MarkedState, string>>;

const shapes: Readonly<Record<MarkedState, string | undefined>> = {
  in_progress: css.ring,
  scheduled: css.half,
  published: css.disc,
  blocked: css.square,
};

/** State is a shape, a word and a colour, never a colour alone. */
export function StateMark({ state, words }: { state: MarkedState; words: StateWords }) {
  return <span className={classes(css.mark, shapes[state])}>{words[state]}</span>;
}
