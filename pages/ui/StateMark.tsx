import { Mark, type MarkShape } from './Mark.tsx';

/** States of an episode (EPI-12), in the order of lists. */
export const markedStates = ['in_progress', 'scheduled', 'published', 'blocked'] as const;
export type MarkedState = (typeof markedStates)[number];

/** A missing word does not compile. */
export type StateWords = Readonly<Record<MarkedState, string>>;

const shapes: Readonly<Record<MarkedState, MarkShape>> = {
  in_progress: 'ring',
  scheduled: 'half',
  published: 'disc',
  blocked: 'square',
};

export function StateMark({ state, words }: { state: MarkedState; words: StateWords }) {
  return <Mark shape={shapes[state]}>{words[state]}</Mark>;
}
