/** Decides when to search and which answer to show: only one for the current input. */
import type { Resource } from '../../../server/domains/discovery/search/rules.ts';
import { browserClock, type Clock } from '../../clock.ts';

/** SRC-15, SRC-16 */
export const SEARCH_DELAY_MS = 300;

export type Question = { phrase: string; tab: Resource };

export type Asked<Answer> =
  | { kind: 'nothing' }
  /** Keeps the previous answer of the same tab until the next one arrives (SRC-17, SRC-19). */
  | { kind: 'waiting'; answer: Answer | null }
  | { kind: 'answered'; answer: Answer }
  | { kind: 'failed'; error: unknown };

export type Asking = {
  change(question: Question): void;
  again(): void;
  stop(): void;
};

export function createAsking<Answer>({
  ask,
  onState,
  clock = browserClock,
}: {
  ask(question: Question, signal: AbortSignal): Promise<Answer>;
  onState(state: Asked<Answer>): void;
  clock?: Clock;
}): Asking {
  let present: Question | null = null;
  let shown: Answer | null = null;
  let call = new AbortController();
  let cancel = (): void => undefined;

  const drop = (): void => {
    cancel();
    call.abort();
  };

  async function run(question: Question): Promise<void> {
    call = new AbortController();
    const { signal } = call;
    try {
      const answer = await ask(question, signal);
      if (signal.aborted) return;
      shown = answer;
      onState({ kind: 'answered', answer });
    } catch (error) {
      if (signal.aborted) return;
      shown = null;
      onState({ kind: 'failed', error });
    }
  }

  function askAfter(question: Question, ms: number): void {
    drop();
    if (present?.tab !== question.tab) shown = null;
    present = question;
    onState({ kind: 'waiting', answer: shown });
    cancel = clock.later(ms, () => void run(question));
  }

  return {
    change(question) {
      if (question.phrase !== '') return askAfter(question, SEARCH_DELAY_MS);
      drop();
      present = null;
      shown = null;
      onState({ kind: 'nothing' });
    },
    again() {
      if (present !== null) askAfter(present, 0);
    },
    stop: drop,
  };
}
